import type { Dataset, Row } from "./rows.ts";

const titles: readonly Row[] = [
  { id: 1, input: "My tent pole snapped on the first night and I leave again on Friday.", expected: "Snapped tent pole, trip on Friday" },
  { id: 2, input: "Where is my parcel? It has been nine days.", expected: "Parcel late, nine days" },
  { id: 3, input: "The stove leaks gas at the valve. Is it safe to use?", expected: "Leaking stove, asks about safety" },
  { id: 4, input: "I was charged twice for one sleeping bag.", expected: "Charged twice" },
  { id: 5, input: "Boots are one size too small, can I swap them?", expected: "Boots too small, wants exchange" },
  { id: 6, input: "asdf", expected: "No question" },
  { id: 7, input: "Do you ship to Norway?", expected: "Shipping to Norway" },
  { id: 8, input: "Pack zip broke after two weeks. I have a photo.", expected: "Broken zip, photo attached" },
];

const items = ["Tent", "Stove", "Boots", "Pack", "Jacket", "Mat", "Lamp", "Rope"];
const troubles = ["arrived damaged", "is late", "does not fit", "was charged twice", "is missing a part"];

/** The same 2,000 tickets each time. */
const archive: readonly Row[] = Array.from({ length: 2_000 }, (_, index) => {
  const what = `${items[index % items.length]} ${troubles[index % troubles.length]}`;
  return { id: 1_001 + index, input: `${what}, order ${40_000 + index * 7}.`, expected: what };
});

/** What the page holds when it opens. */
export const sampleDatasets: readonly Dataset[] = [
  { datasetId: 1, name: "Ticket titles", open: true, rows: titles },
  { datasetId: 2, name: "Ticket archive", open: true, rows: archive },
];

// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { Hazard, TextDiff } from "countersign";
import { ApprovalDiff, type ApprovalDiffProps } from "countersign/react";
import * as fc from "fast-check";
import { act, StrictMode, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { altered, numbered, textDiff } from "./text-diff.ts";

afterEach(cleanup);

/** The rows with lines, each as its cells: what is visible, and what is spoken besides in brackets. */
function rows(): string[][] {
  const all = [...document.querySelectorAll<HTMLElement>(".countersign-diff-row")];
  return all.map((row) => [...row.children].map(cellText));
}

function cellText(cell: Element): string {
  const copy = cell.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return "";
  for (const spoken of copy.querySelectorAll(".countersign-diff-spoken")) spoken.replaceWith(`[${spoken.textContent.trim()}]`);
  for (const mark of copy.querySelectorAll(".countersign-diff-mark")) mark.replaceWith(`(${mark.textContent})`);
  return copy.textContent;
}

/** The text of a row as it is copied: what may be selected. */
const copied = (row: number): string => document.querySelectorAll(".countersign-diff-row")[row]?.querySelector("bdi")?.textContent ?? "";

const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name });
const scroller = (): HTMLElement => screen.getByRole("group", { name: "Change, line by line" });
const facts = (): string[] => screen.queryAllByRole("listitem").map((item) => item.textContent);

const three = textDiff(numbered(60), numbered(60, { 5: ["five"], 30: ["thirty", "and a half"], 50: [] }));

describe("the unified view", () => {
  it("has both line numbers, says which lines were added and removed, and marks the changed words", () => {
    render(<ApprovalDiff diff={textDiff("Answer in one word.\nBe kind.\n", "Answer in two words.\nBe kind.\n")} />);
    expect(rows()).toEqual([
      ["1", "", "[removed]Answer in one word."],
      ["", "1", "[added]Answer in two words."],
      ["2", "2", "Be kind."],
    ]);
    expect([...document.querySelectorAll("del")].map((word) => word.textContent).join()).toContain("one");
    expect([...document.querySelectorAll("ins")].map((word) => word.textContent).join()).toContain("two");
    expect(screen.getByText("1 addition, 1 deletion").getAttribute("aria-live")).toBe("polite");
  });

  it("is a table with names for its columns, in a group that takes the focus and scrolls by keys", () => {
    render(<ApprovalDiff diff={three} />);
    const table = within(scroller()).getByRole("table");
    expect(within(table).getAllByRole("columnheader").map((header) => header.textContent)).toEqual(["Line before", "Line after", "Text"]);
    expect(scroller().tabIndex).toBe(0);
    for (const row of within(table).getAllByRole("row")) {
      expect(within(row).queryAllByRole("cell").length + within(row).queryAllByRole("columnheader").length).toBeGreaterThan(0);
    }
    const indexes = within(table).getAllByRole("row").map((row) => Number(row.getAttribute("aria-rowindex")));
    expect(indexes).toEqual(indexes.map((_, index) => index + 1));
    expect(table.getAttribute("aria-rowcount")).toBe(String(indexes.length));
  });
});

describe("the split view", () => {
  it("puts a line beside the one that it became", () => {
    const before = "alpha beta gamma delta\nkeep\n";
    const after = "something new\nalpha beta gamma epsilon\nkeep\n";
    render(<ApprovalDiff diff={textDiff(before, after)} view="split" />);
    expect(rows()).toEqual([
      ["", "", "1", "[added]something new"],
      ["1", "[removed]alpha beta gamma delta", "2", "[added]alpha beta gamma epsilon"],
      ["2", "keep", "3", "keep"],
    ]);
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual(["Line before", "Text before", "Line after", "Text after"]);
  });
});

describe("both views", () => {
  const line = fc.array(fc.constantFrom("a", "b c", " ", "\u202e", "\u200b", "\r", "👩‍👩‍👧"), { maxLength: 4 }).map((parts) => parts.join(""));
  const text = fc.tuple(fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 14 }), line).map(([lines, last]) => lines.flat().join("") + last);
  const hazardsOf = (of: string): Hazard[] =>
    [...of.matchAll(/[\u200b\u202e]+| {2,}/g)].map(({ index, 0: found }) => ({ kind: "invisible", start: index, end: index + found.length }));
  const linesOf = (of: string): string[] => of.replace(/\r?\n$/, "").split(/\r?\n/).filter((_, index) => of !== "" || index > 0);

  it.each(["unified", "split"] as const)("show every line of both texts once, in order, with its number: %s", (view) => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hazards = { before: hazardsOf(before), after: hazardsOf(after) };
        render(<ApprovalDiff diff={altered(textDiff(before, after), { hazards })} view={view} />);
        for (const fold of screen.queryAllByRole("button", { name: /unchanged line/ })) fireEvent.click(fold);
        for (const [side, expected] of [linesOf(before), linesOf(after)].entries()) {
          const numberCell = view === "split" ? 2 * side : side;
          const shown = [...document.querySelectorAll(".countersign-diff-row")].filter((row) => row.children[numberCell]?.textContent !== "");
          expect(shown.map((row) => Number(row.children[numberCell]?.textContent))).toEqual(expected.map((_, index) => index + 1));
          const textCell = view === "split" ? numberCell + 1 : 2;
          expect(shown.map((row) => row.children[textCell]?.querySelector("bdi")?.textContent)).toEqual(expected);
        }
        cleanup();
      }),
      { numRuns: 60 },
    );
  });
});

describe("facts", () => {
  it("are said once, above the rows", () => {
    render(<ApprovalDiff diff={textDiff("one\ntwo\nthree\n", "one\r\ntwo!\r\nthree\r\n")} />);
    expect(facts()).toEqual(["Line endings change from LF to CRLF."]);
    expect(rows()).toHaveLength(4);
  });

  it("name a change of white space alone", () => {
    render(<ApprovalDiff diff={textDiff("a  b\n", "a b\n")} />);
    expect(facts()).toEqual(["Only white space changes."]);
  });

  it("own up to a coarse comparison", () => {
    render(<ApprovalDiff diff={altered(three, { truncated: true })} />);
    expect(facts()).toEqual(["This is complete, but coarser than usual because the text is large."]);
  });

  it("tell that nothing changes", () => {
    render(<ApprovalDiff diff={textDiff("same\n", "same\n")} />);
    expect(facts()).toEqual(["The text does not change."]);
  });

  it("stand on the row where they are about one: a missing newline, a last line that got one", () => {
    render(<ApprovalDiff diff={textDiff("one\ntwo", "one\ntwo\nthree")} />);
    expect(rows().map((row) => row[2])).toEqual(["one", "two(line break added)", "[added]three(no newline at the end)"]);
  });
});

describe("unchanged lines", () => {
  it("are folded between the hunks, and open and shut where they are, with the numbers of both sides", () => {
    render(<ApprovalDiff diff={three} />);
    expect(rows().flat()).not.toContain("line 15");
    const fold = button("18 unchanged lines");
    expect(fold.getAttribute("aria-expanded")).toBe("false");
    fold.focus();
    fireEvent.click(fold);
    expect(button("18 unchanged lines")).toBe(fold);
    expect(fold.getAttribute("aria-expanded")).toBe("true");
    expect(document.activeElement).toBe(fold);
    expect(rows()).toContainEqual(["15", "15", "line 15"]);
    fireEvent.click(button("7 unchanged lines"));
    expect(rows()).toContainEqual(["60", "60", "line 60(no newline at the end)"]);
    fireEvent.click(button("13 unchanged lines"));
    expect(rows()).toContainEqual(["40", "41", "line 40"]);
    expect(rows().filter((row) => row[0] !== "").map((row) => Number(row[0]))).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    fireEvent.click(fold);
    expect(rows().flat()).not.toContain("line 15");
  });

  it("are not folded where the fold would be as high as the line", () => {
    render(<ApprovalDiff diff={three} />);
    expect(rows()[0]).toEqual(["1", "1", "line 1"]);
    expect(screen.queryByRole("button", { name: "1 unchanged line" })).toBeNull();
  });

  it("have right numbers after hunks without context, one side of which has no lines", () => {
    const row = { text: "", emphasis: [], noNewline: false };
    const removed = { ...row, kind: "removed" } as const;
    const hunks: TextDiff["hunks"] = [
      { beforeStart: 10, beforeLines: 0, afterStart: 11, afterLines: 1, rows: [{ ...row, kind: "added", afterLine: 11 }] },
      { beforeStart: 21, beforeLines: 2, afterStart: 21, afterLines: 0, rows: [{ ...removed, beforeLine: 21 }, { ...removed, beforeLine: 22 }] },
    ];
    render(<ApprovalDiff diff={altered(textDiff(numbered(30), numbered(29)), { hunks })} />);
    for (const lines of [10, 10, 8]) fireEvent.click(screen.getAllByRole("button", { name: `${lines} unchanged lines`, expanded: false })[0] ?? document.body);
    expect(rows().map(([before, after]) => `${before} ${after}`)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `${index + 1} ${index + 1}`),
      " 11",
      ...Array.from({ length: 10 }, (_, index) => `${index + 11} ${index + 12}`),
      "21 ",
      "22 ",
      ...Array.from({ length: 8 }, (_, index) => `${index + 23} ${index + 22}`),
    ]);
  });

  it("keep empty lines and lines that end with CRLF as they are", () => {
    const lines = numbered(30, { 20: [""] }).replaceAll("\n", "\r\n");
    render(<ApprovalDiff diff={textDiff(lines, lines.replace("line 1\r", "first\r"))} />);
    fireEvent.click(button(/unchanged lines/));
    expect(rows().slice(-12, -9)).toEqual([["19", "19", "line 19"], ["20", "20", ""], ["21", "21", "line 21"]]);
  });

  it("stay open while an edit changes the words of the same hunks, and shut for others", () => {
    const { rerender } = render(<ApprovalDiff diff={textDiff(numbered(40), numbered(40, { 20: ["a"] }))} />);
    fireEvent.click(button("16 unchanged lines"));
    rerender(<ApprovalDiff diff={textDiff(numbered(40), numbered(40, { 20: ["ab"] }))} />);
    expect(button("16 unchanged lines").getAttribute("aria-expanded")).toBe("true");
    rerender(<ApprovalDiff diff={three} />);
    expect(screen.getAllByRole("button", { name: /unchanged line/ }).map((fold) => fold.getAttribute("aria-expanded"))).not.toContain("true");
  });

  it("after an insertion at the top or into an empty text have right numbers", () => {
    render(<ApprovalDiff diff={textDiff("", "one\n")} />);
    expect(rows()).toEqual([["", "1", "[added]one"]]);
    cleanup();
    render(<ApprovalDiff diff={textDiff(numbered(20), `top\n${numbered(20)}`)} />);
    fireEvent.click(button("17 unchanged lines"));
    expect(rows().at(-1)).toEqual(["20", "21", "line 20(no newline at the end)"]);
  });
});

describe("hunks that can be ticked", () => {
  function Selecting({ initial }: { readonly initial: readonly number[] }) {
    const [selected, setSelected] = useState<ReadonlySet<number>>(new Set(initial));
    return (
      <>
        <ApprovalDiff diff={three} selectedHunks={selected} onSelectedHunksChange={setSelected} />
        <output>{three.hunks.flatMap((_, index) => (selected.has(index) ? [index] : [])).join()}</output>
      </>
    );
  }
  const box = (name: string): HTMLInputElement => screen.getByRole<HTMLInputElement>("checkbox", { name });
  const selected = (): string => screen.getByRole("status").textContent;

  it("have no boxes unless a selection is given", () => {
    render(<ApprovalDiff diff={three} />);
    expect(screen.queryAllByRole("checkbox")).toEqual([]);
  });

  it("are named by their place and their lines", () => {
    render(<ApprovalDiff diff={three} selectedHunks={[1]} />);
    const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
    expect(boxes.map((each) => each.labels?.[0]?.textContent)).toEqual([
      "All changes",
      "Change 1 of 3, line 5",
      "Change 2 of 3, lines 30–31",
      "Change 3 of 3, line 50",
    ]);
    expect(boxes.map((each) => each.checked)).toEqual([false, false, true, false]);
  });

  it("report the new selection and leave the old one alone", () => {
    const seen: ReadonlySet<number>[] = [];
    const given: ReadonlySet<number> = new Set([0]);
    render(<ApprovalDiff diff={three} selectedHunks={given} onSelectedHunksChange={(next) => seen.push(next)} />);
    fireEvent.click(box("Change 3 of 3, line 50"));
    fireEvent.click(box("Change 1 of 3, line 5"));
    expect(seen).toEqual([new Set([0, 2]), new Set()]);
    expect(given).toEqual(new Set([0]));
  });

  it("are all ticked or cleared at once, and some of them show as mixed", () => {
    render(<Selecting initial={[0]} />);
    const all = box("All changes");
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    fireEvent.click(all);
    expect([selected(), all.checked, all.indeterminate]).toEqual(["0,1,2", true, false]);
    fireEvent.click(all);
    expect([selected(), all.checked, all.indeterminate]).toEqual(["", false, false]);
    fireEvent.click(box("Change 2 of 3, lines 30–31"));
    expect([selected(), all.indeterminate]).toEqual(["1", true]);
  });
});

describe("the keyboard", () => {
  const focusedLine = (): string | undefined => document.activeElement?.querySelector("bdi")?.textContent;

  it("goes to the next and the previous change, round and round", () => {
    render(<ApprovalDiff diff={three} />);
    const seen = ["n", "n", "n", "n", "p", "p"].map((key) => {
      fireEvent.keyDown(document.activeElement === document.body ? scroller() : (document.activeElement ?? scroller()), { key });
      return focusedLine();
    });
    expect(seen).toEqual(["line 5", "line 30", "line 50", "line 5", "line 50", "line 30"]);
  });

  it("goes to the boxes where there are any", () => {
    render(<ApprovalDiff diff={three} selectedHunks={[]} />);
    fireEvent.keyDown(scroller(), { key: "n" });
    fireEvent.keyDown(scroller(), { key: "n" });
    expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Change 2 of 3, lines 30–31" }));
  });

  it("leaves shortcuts of the browser alone", () => {
    render(<ApprovalDiff diff={three} />);
    expect(fireEvent.keyDown(scroller(), { key: "n", ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(scroller(), { key: "ArrowDown" })).toBe(true);
    expect(document.activeElement).toBe(document.body);
  });

  it("has the same as buttons when there is more than one change", () => {
    render(<ApprovalDiff diff={three} />);
    fireEvent.click(button("Next change"));
    expect(focusedLine()).toBe("line 5");
    fireEvent.click(button("Previous change"));
    expect(focusedLine()).toBe("line 50");
    cleanup();
    render(<ApprovalDiff diff={textDiff("a\n", "b\n")} />);
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});

describe("hazards", () => {
  const before = "Pay 1234 now.\nplain\n";
  const after = "Pay 12\u202e34\u202c now.\nzero\u200b\u200bwidth, \u{e0068}\u{e0069}\np\u0430ypal\n";
  const find = (kind: Hazard["kind"], pattern: RegExp): Hazard[] =>
    [...after.matchAll(pattern)].map(({ index, 0: text }) => ({ kind, start: index, end: index + text.length }));
  const hazards = {
    before: [],
    after: [...find("bidi", /[\u202c\u202e]/g), ...find("zero_width", /\u200b+/g), ...find("tag", /[\u{e0068}\u{e0069}]+/gu), ...find("look_alike", /\u0430/g)],
  };

  it("are drawn as badges in their place, named and explained", () => {
    render(<ApprovalDiff diff={altered(textDiff(before, after), { hazards })} />);
    const badges = screen.getAllByRole("img");
    expect(badges.map((badge) => badge.dataset["name"])).toEqual(["RLO", "PDF", "2 × ZWSP", "TAG hi", "U+0430"]);
    expect(badges[0]?.getAttribute("aria-label")).toBe("RLO U+202E, bidi control");
    expect(badges[0]?.title).toBe("RLO U+202E, bidi control");
  });

  it("leave the text that is copied as it is", () => {
    for (const view of ["unified", "split"] as const) {
      const { container } = render(<ApprovalDiff diff={altered(textDiff(before, after), { hazards })} view={view} />);
      const texts = [...container.querySelectorAll(".countersign-diff-added bdi")].map((text) => text.textContent);
      expect(texts).toEqual(after.trimEnd().split("\n"));
      cleanup();
    }
  });

  it("are summed up by kind above the rows", () => {
    render(<ApprovalDiff diff={altered(textDiff(before, after), { hazards })} />);
    expect(facts()).toEqual(["Hidden characters: 2 bidi controls, 1 zero-width character, 1 tag character, 1 look-alike word"]);
  });

  it("are said to go where only the old text has them", () => {
    render(<ApprovalDiff diff={altered(textDiff("a\u200bb\n", "ab\n"), { hazards: { before: [{ kind: "zero_width", start: 1, end: 2 }], after: [] } })} />);
    expect(facts()).toContain("Hidden characters removed: 1 zero-width character");
  });

  it("stay apart from the words that changed: no hazard is cut in two", () => {
    const diff = textDiff("a b c\n", "a x\u200b\u200by c\n");
    render(<ApprovalDiff diff={altered(diff, { hazards: { before: [], after: [{ kind: "zero_width", start: 3, end: 5 }] } })} />);
    expect(screen.getAllByRole("img").map((badge) => badge.textContent)).toEqual(["\u200b\u200b"]);
    expect(copied(1)).toBe("a x\u200b\u200by c");
  });

  it("take the emphasis of a part for the whole", () => {
    const diff = textDiff("a b c\n", "a x c\n");
    render(<ApprovalDiff diff={altered(diff, { hazards: { before: [], after: [{ kind: "padding", start: 1, end: 3 }] } })} />);
    expect(document.querySelector("ins")?.textContent).toBe(" x");
    expect(copied(1)).toBe("a x c");
  });

  it("that go over several lines are badges on each", () => {
    render(<ApprovalDiff diff={altered(textDiff("", "a \n  b\n"), { hazards: { before: [], after: [{ kind: "padding", start: 1, end: 5 }] } })} />);
    expect(screen.getAllByRole("img").map((badge) => badge.textContent)).toEqual([" ", "  "]);
    expect([copied(0), copied(1)]).toEqual(["a ", "  b"]);
  });

  it("in lines that are folded are counted on the fold", () => {
    const text = numbered(40, { 30: ["thir\u200bty"] });
    const at = text.indexOf("\u200b");
    const hazard: Hazard = { kind: "zero_width", start: at, end: at + 1 };
    render(<ApprovalDiff diff={altered(textDiff(text, `first\n${text}`), { hazards: { before: [hazard], after: [{ ...hazard, start: at + 6, end: at + 7 }] } })} />);
    fireEvent.click(button("37 unchanged lines, hidden characters in 1"));
    expect(screen.getAllByRole("img")).toHaveLength(1);
  });

  it("of one line never reach its neighbours: each line is isolated", () => {
    render(<ApprovalDiff diff={textDiff(before, after)} />);
    for (const cell of document.querySelectorAll(".countersign-diff-text")) expect(cell.querySelectorAll("bdi")).toHaveLength(1);
  });
});

describe("a long diff", () => {
  const long = textDiff(numbered(5000), numbered(5000).replaceAll("line", "row"));
  const drawn = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".countersign-diff-row")];
  const shown = (): string | undefined => drawn()[0]?.getAttribute("aria-rowindex") ?? undefined;
  const scrollTo = (top: number): void => {
    scroller().scrollTop = top;
    fireEvent.scroll(scroller());
  };

  it("of 10,000 rows mounts fewer than 200, wherever one scrolls", () => {
    render(<ApprovalDiff diff={long} />);
    expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("10001");
    for (const top of [0, 1_000, 100_000, 199_000, 50]) {
      scrollTo(top);
      expect(drawn().length).toBeGreaterThan(20);
      expect(drawn().length).toBeLessThan(200);
    }
    scrollTo(100_000);
    expect(Number(shown())).toBeGreaterThan(4900);
    expect(Number(shown())).toBeLessThan(5010);
  });

  it("is drawn in full up to 500 rows", () => {
    render(<ApprovalDiff diff={textDiff(numbered(250), numbered(250).replaceAll("line", "row"))} />);
    expect(drawn()).toHaveLength(500);
  });

  it("opens folded lines by the ten thousand in the same bounds", () => {
    render(<ApprovalDiff diff={textDiff(numbered(20_000), numbered(20_000, { 20_000: ["last"] }))} />);
    fireEvent.click(button("19996 unchanged lines"));
    expect(drawn().length).toBeLessThan(200);
    scrollTo(200_000);
    expect(drawn().length).toBeLessThan(200);
    const middle = rows()[0] ?? [];
    expect(middle[2]).toBe(`line ${middle[0]}`);
    expect(Number(middle[0])).toBeGreaterThan(9_000);
  });

  it("keeps what has the focus while it is scrolled away", () => {
    render(<ApprovalDiff diff={long} selectedHunks={[]} />);
    const first = screen.getByRole("checkbox");
    first.focus();
    scrollTo(100_000);
    expect(document.activeElement).toBe(first);
    expect(first.isConnected).toBe(true);
  });

  it("finds the next change where nothing is drawn yet", () => {
    const far = numbered(4000, Object.fromEntries(Array.from({ length: 100 }, (_, index) => [40 * (index + 1) - 20, [`change ${index + 1}`]])));
    render(<ApprovalDiff diff={textDiff(numbered(4000), far)} selectedHunks={[]} />);
    for (let step = 0; step < 30; step += 1) fireEvent.keyDown(scroller(), { key: "n" });
    expect(document.activeElement?.parentElement?.textContent).toContain("Change 30 of 100");
    expect(drawn().length).toBeLessThan(200);
  });

  it("draws rows anew only when they come into view", () => {
    let draws = 0;
    const words: ApprovalDiffProps["words"] = { hazard: (name) => `${name} for the ${(draws += 1)}. time` };
    const diff = altered(long, { hazards: { before: [{ kind: "control", start: 0, end: 1 }], after: [] } });
    const { rerender } = render(<ApprovalDiff diff={diff} words={words} />);
    expect(draws).toBe(1);
    rerender(<ApprovalDiff diff={diff} words={words} />);
    scrollTo(400);
    expect(draws).toBe(1);
    scrollTo(100_000);
    scrollTo(0);
    expect(draws).toBe(2);
  });
});

describe("rendering", () => {
  it("reads a diff once, however often it is rendered", () => {
    let reads = 0;
    const hunks = three.hunks.map((hunk) => ({
      ...hunk,
      get rows() {
        reads += 1;
        return hunk.rows;
      },
    }));
    const diff = altered(three, { hunks });
    const { rerender } = render(<ApprovalDiff diff={diff} />);
    const before = reads;
    expect(before).toBeGreaterThan(0);
    for (let time = 0; time < 5; time += 1) rerender(<ApprovalDiff diff={diff} />);
    expect(reads).toBe(before);
  });

  it("says what it says in the host's words", () => {
    const words: ApprovalDiffProps["words"] = { summary: (added, removed) => `${added} neu, ${removed} weg`, added: "neu", fold: (lines) => `${lines} Zeilen` };
    render(<ApprovalDiff diff={three} words={words} />);
    expect(screen.getByText("3 neu, 3 weg")).toBeDefined();
    expect(rows().flat()).toContain("[neu]five");
    expect(button("18 Zeilen")).toBeDefined();
  });

  it("takes over what a server rendered without a complaint, in StrictMode", async () => {
    const complaints = vi.spyOn(console, "error").mockReturnValue(undefined);
    const page = (
      <StrictMode>
        <ApprovalDiff diff={textDiff(numbered(1000), "")} view="split" selectedHunks={[0]} />
      </StrictMode>
    );
    const container = document.createElement("div");
    container.innerHTML = renderToString(page);
    document.body.append(container);
    const root = await act(async () => hydrateRoot(container, page));
    expect(complaints).not.toHaveBeenCalled();
    act(() => root.unmount());
    container.remove();
  });
});

import type { ToolList } from "./toolList.ts";

/** The tools of prompt A when the playground opens. */
export const sampleTools: readonly ToolList[] = [
  {
    instanceId: 1,
    open: true,
    tools: [
      {
        name: "find_order",
        description: "Looks up an order by number.",
        parameters: {
          type: "object",
          properties: { query: { type: "string" }, limit: { type: "integer", maximum: 3 } },
          required: ["query"],
        },
      },
      {
        name: "issue_refund",
        description: "Prepares a refund. Amounts are in cents.",
        parameters: {
          type: "object",
          properties: { order: { type: "string" }, amount: { type: "integer" }, reason: { enum: ["damaged", "late", "lost"] } },
          required: ["order", "amount"],
        },
      },
      {
        name: "track_parcel",
        description: "Gives the carrier's events.",
        parameters: { type: "object", properties: { parcel: { type: "string" } }, required: ["parcel"] },
      },
    ],
  },
];

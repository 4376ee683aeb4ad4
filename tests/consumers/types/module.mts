import { createApprovalStore, type ApprovalStore, type ToolOutput } from "countersign";
import * as slim from "countersign/slim";
import * as react from "countersign/react";
import "countersign/diff.css";
import * as registry from "countersign/registry";
import * as zustand from "countersign/zustand";

const outputs: ToolOutput[] = [];
export const store: ApprovalStore = createApprovalStore({ onOutput: (output) => outputs.push(output) });
export const decided: "applying" | "settled" | "alreadySettled" | "edited" | "rebasing" | "aborting" | "refused" = store.accept("call-1").result;
export const init: Promise<void> = slim.init(new Uint8Array());
export const modules: readonly object[] = [slim, react, registry];
export const diff: react.ApprovalDiffProps["diff"] | undefined = store.diff("call-1");
export const pending: number = Object.keys(zustand.createAgentStore({ store }).getState().pendingDatasetWritesByToolCallId).length;

// @ts-expect-error A store that could answer nobody makes no sense.
createApprovalStore({});
// @ts-expect-error The package holds no other entries.
export type Hidden = typeof import("countersign/esm/instance.js");

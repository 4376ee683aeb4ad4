import { CountersignError } from "../errors.js";
import { attempt } from "../maybe.js";
import type { ApprovalStore } from "../types.js";
import { quietly } from "./adopt.js";
import { type Update, withKey, without } from "./next-state.js";
import { PENDING_MAPS } from "./families.js";
import type { AgentFacts, AgentSlice } from "./types.js";

/** The session id of every chat that is not saved yet: it begins anew, and never ends. */
export const DRAFT_SESSION_ID = "pxi:draft-session";

/** What the slice holds beside the pending calls. */
export function createActions(store: ApprovalStore, get: () => AgentSlice, update: Update): Omit<AgentFacts, "setPendingElicitation"> {
  const leases = new Map<string, object>();
  const unregister = (name: string): void =>
    update("unregisterClientAction", ({ state, patch }) => {
      patch.registeredClientActions = without(state.registeredClientActions, name);
    });
  const registered = (name: string): unknown => {
    const { registeredClientActions } = get();
    return Object.hasOwn(registeredClientActions, name) ? registeredClientActions[name] : undefined;
  };

  return {
    pendingElicitationBySessionId: {},
    locallyInterruptedToolCallIds: {},
    markToolCallInterrupted: (toolCallId) => {
      if (Object.hasOwn(get().locallyInterruptedToolCallIds, toolCallId)) return;
      update("markToolCallInterrupted", (next) => next.mark(toolCallId));
    },

    registeredClientActions: {},
    registerClientAction: (name, action) => {
      const lease = {};
      leases.set(name, lease);
      update("registerClientAction", ({ state, patch }) => {
        patch.registeredClientActions = withKey(state.registeredClientActions, name, action);
      });
      return () => {
        if (leases.get(name) === lease && registered(name) === action) unregister(name);
      };
    },
    unregisterClientAction: (name) => {
      if (registered(name) !== undefined) unregister(name);
    },

    permissions: { edits: store.getSnapshot().editPermission },
    setPermissions: (change) => {
      const { edits } = change;
      if (edits !== undefined && edits !== "manual" && edits !== "bypass") {
        throw new CountersignError("invalid_argument", 'permissions.edits must be "manual" or "bypass".');
      }
      update(
        "setPermissions",
        ({ state, patch }) => {
          patch.permissions = { ...state.permissions, ...change, edits: store.getSnapshot().editPermission };
        },
        () => quietly(() => edits !== undefined && store.setEditPermission(edits)),
      );
    },

    capabilities: { "subagents.enabled": false, "web.access": false },
    setCapability: ({ key, enabled }) =>
      update("setCapability", ({ state, patch }) => {
        patch.capabilities = { ...state.capabilities, [key]: enabled };
      }),

    clearSessionEphemeralState: (sessionId) => {
      const ofSession = () =>
        PENDING_MAPS.flatMap((name) => {
          const entries = Object.entries(get()[name]).filter(([, entry]) => entry?.sessionId === sessionId);
          return entries.map(([toolCallId]) => [name, toolCallId] as const);
        });
      const { pendingElicitationBySessionId: questions } = get();
      const asked = Object.hasOwn(questions, sessionId) ? questions[sessionId] : undefined;
      update(
        "clearSessionEphemeralState",
        (next) => {
          for (const [name, toolCallId] of ofSession()) {
            // One that came in with the news of this still waits in the ledger: it must not go unseen.
            if (store.getApproval(toolCallId)?.status !== "pending") next.remove(name, toolCallId);
          }
          const left = next.asked(sessionId);
          if (left === undefined || store.getApproval(left.toolCallId)?.status !== "pending") next.unask(sessionId);
        },
        () => {
          quietly(() => {
            if (sessionId !== DRAFT_SESSION_ID) {
              store.endSession(sessionId);
              return;
            }
            store.abortTurn(sessionId);
            store.beginTurn(sessionId);
          });
          // Also one that came into the session with an entry that took another's place.
          for (const [, toolCallId] of ofSession()) quietly(() => store.cancel(toolCallId));
        },
      );
      // A store that takes nothing any more ends nothing.
      if (asked !== undefined && store.getApproval(asked.toolCallId) === undefined) void attempt(() => asked.cancel?.(), () => undefined, () => undefined);
      for (const [, toolCallId] of ofSession()) if (store.getApproval(toolCallId)?.status === "pending") store.cancel(toolCallId);
    },
  };
}

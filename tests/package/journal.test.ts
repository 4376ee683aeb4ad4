import { replayJournal, type Journal } from "countersign";
import { array, assert, asyncProperty, constantFrom, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { harness, settleMicrotasks, TOOL } from "./harness.ts";

const coreOf = (state: string): string => (JSON.parse(state) as { core: string }).core;

describe("the journal", () => {
  it("numbers every command, and keeps none unless it is asked to", () => {
    const { store, propose } = harness();
    propose("a");
    expect(store.journal().events).toEqual([]);
    const kept = harness({}, { journalSize: Infinity, now: () => 5 });
    kept.propose("a");
    kept.store.reject("a");
    expect(kept.store.journal().events.map(({ seq, at, command }) => [seq, at, Object.keys(JSON.parse(command) as object)[0]])).toEqual([
      [1, 5, "propose"],
      [2, 5, "validated"],
      [3, 5, "reject"],
      [4, 5, "sent"],
    ]);
  });

  it("has no place for a command that was refused as misuse", () => {
    const { store } = harness({}, { journalSize: 10 });
    expect(() => store.reject("nobody")).toThrow("nobody");
    expect(() => store.hydrate("{}")).toThrow("stored state");
    expect(store.journal().events).toEqual([]);
  });

  it("keeps the newest commands, as many as it may", () => {
    const { store, propose } = harness({}, { journalSize: 3 });
    for (let index = 0; index < 20; index += 1) {
      propose(`call ${index}`);
      expect(store.journal().events.length).toBeLessThanOrEqual(3);
    }
    expect(store.journal().events.map(({ seq }) => seq)).toEqual([38, 39, 40]);
  });

  it("tells the timeline of a call, over all its generations", async () => {
    const { store, propose } = harness({}, { journalSize: 100 });
    propose("a");
    propose("other");
    store.present("a");
    store.edit("a", { line: "edited" });
    store.accept("a");
    await settleMicrotasks();
    propose("a", { line: "again" });
    expect(store.timeline("a").map(({ kind, generation, status }) => [kind, generation, status])).toEqual([
      ["proposed", 1, "proposed"],
      ["pending", 1, "pending"],
      ["presented", 1, "pending"],
      ["edited", 1, "pending"],
      ["edited", 1, "pending"],
      ["applying", 1, "applying"],
      ["settled", 1, "accepted"],
      ["delivered", 1, "accepted"],
      ["proposed", 2, "proposed"],
      ["pending", 2, "pending"],
    ]);
    expect(store.timeline("nobody")).toEqual([]);
  });

  it("replays to the same state, byte for byte, without applying or sending anything", async () => {
    const action = record({
      id: constantFrom("a", "b", "__proto__"),
      kind: constantFrom("propose", "accept", "reject", "edit", "rebase", "cancel", "present", "bypass", "manual", "grant", "end", "hydrate", "tick"),
      line: constantFrom("x", "y"),
    });
    await assert(
      asyncProperty(array(action, { maxLength: 25 }), async (actions) => {
        let now = 0;
        const { store, document, sent } = harness({ readRevision: () => "r" }, { journalSize: Infinity, deadlineMs: 50, now: () => now });
        for (const { id, kind, line } of actions) {
          const known = store.getApproval(id) !== undefined;
          if (kind === "propose") store.propose({ toolCallId: id, toolName: TOOL, input: { line } }, { sessionId: "s" });
          else if (kind === "bypass" || kind === "manual") store.setEditPermission(kind, { applyToPending: true });
          else if (kind === "grant") store.grant({ toolName: TOOL, input: { line } });
          else if (kind === "end") store.abortTurn("s", line);
          else if (kind === "hydrate") store.hydrate(store.dehydrate());
          else if (kind === "tick") now += 20;
          else if (known && kind === "edit") store.edit(id, { line });
          else if (known && kind === "accept") store.accept(id, { ifStale: "rebase" });
          else if (known && kind !== "edit" && kind !== "accept") store[kind](id);
          await settleMicrotasks();
        }
        const before = [document.writes, sent.length];
        const journal = JSON.parse(JSON.stringify(store.journal())) as Journal;
        const { state, snapshot } = replayJournal(journal);
        expect(state).toBe(coreOf(store.dehydrate()));
        expect([document.writes, sent.length]).toEqual(before);
        const plain = (from: typeof snapshot) => [...from.approvals.values()].map(({ toolCallId, generation, status, input, edited }) => ({ toolCallId, generation, status, input, edited }));
        expect(plain(snapshot)).toEqual(plain(store.getSnapshot()));
        expect(snapshot.grants).toEqual(store.getSnapshot().grants);
        expect(snapshot.pending.map(({ toolCallId }) => toolCallId)).toEqual(store.getSnapshot().pending.map(({ toolCallId }) => toolCallId));
        store.dispose();
      }),
      { numRuns: 200 },
    );
  });

  it("can be replayed up to any command, to see how things stood", () => {
    const { store, propose } = harness({}, { journalSize: Infinity });
    propose("a");
    store.reject("a");
    expect([1, 2, 3].map((until) => replayJournal(store.journal(), until).snapshot.approvals.get("a")?.status)).toEqual(["proposed", "pending", "rejected"]);
  });

  it("that is cut off or malformed can't be replayed, and says so", () => {
    const { store, propose } = harness({}, { journalSize: 2 });
    propose("a");
    store.reject("a");
    const whole = harness({}, { journalSize: Infinity });
    whole.propose("a");
    const good = whole.store.journal();
    const broken: readonly unknown[] = [
      store.journal(),
      undefined,
      {},
      { ...good, version: 2 },
      { ...good, settings: {} },
      { ...good, events: [{ seq: 1, at: 0, command: "{", entries: [] }] },
      { ...good, events: [{ seq: 1, at: 0, command: '{"accept":{"toolCallId":"a","handler":"missing"}}', entries: [] }] },
      { ...good, events: good.events.map((event) => ({ ...event, json: 7 })) },
    ];
    for (const wrong of broken) {
      expect(() => replayJournal(wrong as Journal)).toThrow(expect.objectContaining({ code: "invalid_argument" }) as Error);
    }
    // The instance has come to no harm.
    expect(replayJournal(good).snapshot.approvals.get("a")?.status).toBe("pending");
  });
});

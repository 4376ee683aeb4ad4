import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { complaints } from "../support/browser.ts";
import { type Demo, openDemo } from "../support/demo.ts";

/** What the agent was sent, as the page shows it. */
export interface Received {
  readonly state: "output-available" | "output-error";
  readonly tool: string;
  readonly toolCallId: string;
  /** An object for reviewed calls, what was returned for the others. */
  readonly output?: unknown;
  readonly errorText?: string;
  readonly outcome?: string;
}

export type CardButton = "Accept" | "Accept, and the same again without asking" | "Reject" | "Edit" | "Stop" | "Show the change again" | "Keep the ticked changes" | "Show all proposed changes again";

/** The demo as a person uses it. */
export class Playground {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /**
   * Asks for one of the scripted edits and returns the ids of the proposals that then exist and did not
   * before. What each is about is read first.
   */
  async ask(name: string, proposals = 1, calls = proposals * 2): Promise<readonly string[]> {
    const before = await this.ids();
    await this.button(name).click();
    return this.newEdits(before, calls);
  }

  /** Sends a tool call of the person's own and returns its id. */
  async send(text: string): Promise<string> {
    const before = await this.ids();
    await this.openOwnCall();
    await this.page.getByLabel("Tool call as JSON").fill(text);
    await this.button("Send as the agent").click();
    return this.only(before);
  }

  /** Sends one of the calls that the page offers to start from. */
  async sendExample(name: string): Promise<string> {
    const before = await this.ids();
    await this.openOwnCall();
    await this.button(name).click();
    await this.button("Send as the agent").click();
    return this.only(before);
  }

  card(toolCallId: string): Locator {
    return this.page.locator(`[data-call="${toolCallId}"]`);
  }

  async press(toolCallId: string, name: CardButton): Promise<void> {
    await this.card(toolCallId).getByRole("button", { name, exact: true }).click();
  }

  /** Waits until the card of a call has the focus. */
  async hasFocus(toolCallId: string): Promise<void> {
    await this.page.waitForFunction((call) => document.activeElement?.getAttribute("data-call") === call, toolCallId);
  }

  /** What a card shows as changed: its added and removed lines. */
  async change(toolCallId: string): Promise<readonly string[]> {
    return this.card(toolCallId).locator(".countersign-diff-added bdi, .countersign-diff-removed bdi").allTextContents();
  }

  /** Where a waiting call says that it stands in the queue. */
  place(toolCallId: string): Locator {
    return this.card(toolCallId).locator(".queue-place");
  }

  /** Ends the agent's newest turn. */
  stop(): Locator {
    return this.page.locator(".waiting-bar").getByRole("button", { name: /^Stop/ });
  }

  /** What the chat says of itself. */
  notes(text: string): Locator {
    return this.page.locator(".entry-note", { hasText: text });
  }

  /** What the chat says after a reload. */
  reloaded(text: string): Locator {
    return this.page.locator(".entry-reload", { hasText: text });
  }

  async reaches(toolCallId: string, status: string): Promise<void> {
    await this.page.locator(`[data-call="${toolCallId}"][data-status="${status}"]`).waitFor();
  }

  /** Waits for the first answer to a call and returns all that have arrived. */
  async received(toolCallId: string): Promise<readonly Received[]> {
    const answers = this.page.locator(`[data-received="${toolCallId}"]`);
    await answers.first().waitFor({ state: "attached" });
    const texts = await answers.allTextContents();
    return texts.map((text) => JSON.parse(text) as Received);
  }

  /** What is counted for a call: the promise is that this is 1 in the end. */
  async count(toolCallId: string): Promise<number> {
    return Number(await this.page.locator(`[data-answers-of="${toolCallId}"] .log-count`).textContent());
  }

  /** A row of a dataset, as its panel shows it. */
  row(id: number): Locator {
    return this.page.locator(`.rows [data-row="${id}"]`);
  }

  message(id: number): Locator {
    return this.page.getByLabel(`Content of message ${id}`, { exact: true });
  }

  async ids(): Promise<readonly string[]> {
    const rows = this.page.locator("[data-answers-of]");
    return rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-answers-of") ?? ""));
  }

  private async openOwnCall(): Promise<void> {
    const toggle = this.button("A tool call of your own");
    if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
  }

  /** The id of the call that was not there before, as soon as it is listed. */
  async only(before: readonly string[]): Promise<string> {
    const fresh = await this.fresh(before, 1);
    const [id] = fresh;
    if (id === undefined) throw new Error("The call was not listed.");
    return id;
  }

  private async newEdits(before: readonly string[], calls: number): Promise<readonly string[]> {
    const fresh = await this.fresh(before, calls);
    const edits = this.page.locator("[data-answers-of]", { hasNotText: /read_(prompt|dataset)_/ });
    const ids = await edits.evaluateAll((all) => all.map((row) => row.getAttribute("data-answers-of") ?? ""));
    return ids.filter((id) => fresh.includes(id)).toReversed();
  }

  /** The ids that were not there before, as soon as there are so many of them. */
  protected async fresh(before: readonly string[], atLeast: number): Promise<readonly string[]> {
    await this.page.waitForFunction(
      (wanted) => document.querySelectorAll("[data-answers-of]").length >= wanted,
      before.length + atLeast,
    );
    return (await this.ids()).filter((id) => !before.includes(id));
  }
}

/** Opens a page of the demo; what is to be there before it, `prepare` puts there. */
type Open<P> = (prepare?: (page: Page) => Promise<void>) => Promise<P>;

/**
 * Opens a page of the demo, for each test anew, in one browser for all tests of a file. A test during which
 * the page complains fails.
 */
export function pagesOf<P>(path: string, make: (page: Page) => P, isReady: (opened: P) => Promise<void>): Open<P> {
  let demo: Demo | undefined;
  let context: BrowserContext | undefined;
  let found: readonly string[] = [];

  beforeAll(async () => {
    demo = await openDemo();
  });
  afterAll(() => demo?.close());
  afterEach(async () => {
    await context?.close();
    if (found.length > 0) throw new Error(`The page complained:\n${found.join("\n")}`);
  });

  return async (prepare) => {
    const first = demo?.page;
    context = await first?.context().browser()?.newContext();
    const page = await context?.newPage();
    if (first === undefined || page === undefined) throw new Error("The demo is not open.");
    found = complaints(page);
    await prepare?.(page);
    await page.goto(new URL(path, first.url()).href);
    const opened = make(page);
    await isReady(opened);
    return opened;
  };
}

export const demoPages = (): Open<Playground> =>
  pagesOf(
    "",
    (page) => new Playground(page),
    (playground) => playground.reaches(openingCall, "pending"),
  );

/** The call that waits when the page opens: an edit of the long prompt A. `call_1` read the prompt. */
export const openingCall = "call_2";

export const accepted = (source: "user" | "auto" = "user") => ({
  status: "accepted",
  acceptedBy: source,
  approval: { decision: "accepted", source },
});

import type { Locator, Page } from "playwright-core";
import { pagesOf, Playground } from "./playground.ts";

/** The second page of the demo, as a person uses it. What an agent sends is recorded. */
export class Phoenix extends Playground {
  /** Shows the surface of that name. */
  async show(surface: string): Promise<void> {
    await this.page.getByRole("tab", { name: surface, exact: true }).click();
  }

  /** Presses a recording of the surface that is shown, and returns the ids of its calls in their order. */
  async record(label: string, calls = 1): Promise<readonly string[]> {
    const before = await this.ids();
    await this.button(label).click();
    return (await this.fresh(before, calls)).toReversed();
  }

  /** Presses a recording of one call, and waits until it waits for the person. */
  async propose(label: string): Promise<string> {
    const [id = ""] = await this.record(label);
    await this.reaches(id, "pending");
    return id;
  }

  /** The calls that the ledger says are waiting. */
  async waiting(): Promise<string> {
    return (await this.page.locator(".log h2").textContent()) ?? "";
  }

  /** The panel of an instance in what is shown now: its messages, or its tools. */
  instance(id: number, what: "messages" | "tools" = "messages"): Locator {
    return this.page.locator(what === "messages" ? `[data-instance="${id}"]` : `[data-instance-tools="${id}"]`);
  }

  tool(id: number): Locator {
    return this.page.getByLabel(`Tool ${id}, as JSON`, { exact: true });
  }

  /** What the card of a generic write says would be written. */
  async written(toolCallId: string): Promise<unknown> {
    return JSON.parse((await this.card(toolCallId).locator(".write-body").textContent()) ?? "");
  }

  /** The examples of the dataset in view: each row without its id, a text for each column. */
  async examples(): Promise<readonly (readonly string[])[]> {
    const rows = await this.page.locator("[data-example]").all();
    return Promise.all(rows.map(async (row) => (await row.getByRole("cell").allInnerTexts()).map((text) => text.trim().replaceAll(/\s*\n\s*/g, "; "))));
  }

  /** Chooses the dataset that is in view. */
  async view(dataset: string): Promise<void> {
    await this.page.getByLabel("In view", { exact: true }).selectOption(dataset);
  }

  /** What the playground runs on. */
  runsOn(): Locator {
    return this.page.getByLabel("Dataset of the playground");
  }

  span(spanId: string): Locator {
    return this.page.locator(`[data-span="${spanId}"]`);
  }

  /** The form of an evaluator. */
  form(kind: "code" | "llm"): Locator {
    return this.page.locator(`[data-form="${kind}"]`);
  }

  /** What the agent says that it goes on with. */
  goesOn(text: string): Locator {
    return this.page.locator(".entry-agent", { hasText: text });
  }
}

/** Opens the page for each test anew. It waits for `openingEdit`. */
export const phoenixPages = (): ReturnType<typeof pagesOf<Phoenix>> =>
  pagesOf(
    "phoenix.html",
    (page: Page) => new Phoenix(page),
    (phoenix) => phoenix.reaches(openingEdit, "pending"),
  );

/** The call that waits when the page opens: an edit of prompt A. */
export const openingEdit = "call_1";

/** The marker that every accepted and every rejected output ends with. */
export const approval = (decision: "accepted" | "rejected", source: "user" | "auto" = "user") => ({ approval: { decision, source } });

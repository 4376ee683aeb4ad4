import type { Message, Prompt } from "../playground/prompt.ts";
import supportPolicy from "./support-policy.txt?raw";

/** Greetings with Windows line endings, joined emoji, and two scripts. */
const greetings = [
  "Greet in the customer's language:",
  "- de: Guten Tag 👋🏽",
  "- fr: Bonjour 🧗‍♀️",
  "- ja: こんにちは、テント係です ⛺️",
  "- ar: مرحبا بكم 🏕️",
  "Sign with: Fernhill team 👩‍👩‍👧",
].join("\r\n");

const support: readonly Message[] = [
  { id: 1, role: "system", content: supportPolicy.trimEnd() },
  { id: 2, role: "user", content: "{{customer_message}}" },
];

const titles: readonly Message[] = [
  { id: 3, role: "system", content: "Write a title of at most six words for the ticket." },
  { id: 4, role: "system", content: greetings },
  { id: 5, role: "user", content: "My tent pole snapped on the first night and I leave again on Friday." },
  { id: 6, role: "ai", content: "Snapped tent pole, trip on Friday" },
  { id: 7, role: "user", content: "{{ticket}}" },
];

/** What the playground holds when it opens. */
export const samplePrompts: readonly Prompt[] = [
  { instanceId: 1, name: "Support agent", open: true, dirty: false, messages: support },
  { instanceId: 2, name: "Ticket titles", open: true, dirty: false, messages: titles },
];

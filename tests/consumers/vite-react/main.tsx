import { createApprovalStore, type ToolOutput } from "countersign";
import { ApprovalProvider, useApprovals, useApprovalStore, useToolHandler } from "countersign/react";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

/** Shows what the agent is told. */
let tell: (output: ToolOutput) => void = () => undefined;
const store = createApprovalStore({ onOutput: (output) => tell(output) });

function Editor() {
  const [prompt, setPrompt] = useState("Be kind.");
  useToolHandler<{ text: string }>("edit_prompt", {
    preview: ({ text }) => ({ before: prompt, after: text }),
    apply: ({ text }) => setPrompt(text),
  });
  return <pre id="prompt">{prompt}</pre>;
}

function Pending() {
  const { propose, accept } = useApprovalStore();
  const pending = useApprovals((snapshot) => snapshot.pending);
  return (
    <>
      <button onClick={() => propose({ toolCallId: "call-1", toolName: "edit_prompt", input: { text: "Be brief." } })}>
        Propose
      </button>
      {pending.map(({ toolCallId, preview }) => (
        <p key={toolCallId}>
          {preview?.before} → {preview?.after} <button onClick={() => accept(toolCallId)}>Accept</button>
        </p>
      ))}
    </>
  );
}

function Agent() {
  const [outputs, setOutputs] = useState<readonly ToolOutput[]>([]);
  tell = (output) => setOutputs((before) => [...before, output]);
  return <pre id="agent">{outputs.map((output) => JSON.stringify(output)).join("\n")}</pre>;
}

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <ApprovalProvider store={store}>
      <Editor />
      <Pending />
      <Agent />
    </ApprovalProvider>
  </StrictMode>,
);

import { createApprovalStore, type ToolOutput } from "countersign";
import "countersign/diff.css";
import { ApprovalDiff, ApprovalProvider, useApprovals, useApprovalStore, useToolHandler } from "countersign/react";
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

/** The change of a call, hunk by hunk. */
function Change({ toolCallId }: { toolCallId: string }) {
  const diff = useApprovalStore().diff(toolCallId);
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set());
  if (diff === undefined) return null;
  return (
    <>
      <ApprovalDiff diff={diff} selectedHunks={taken} onSelectedHunksChange={setTaken} />
      <p id="taken">Taken: {[...taken].join()}</p>
    </>
  );
}

function Pending() {
  const { propose, accept } = useApprovalStore();
  const pending = useApprovals((snapshot) => snapshot.pending);
  return (
    <>
      <button onClick={() => propose({ toolCallId: "call-1", toolName: "edit_prompt", input: { text: "Be brief." } })}>
        Propose
      </button>
      {pending.map(({ toolCallId }) => (
        <div key={toolCallId}>
          <Change toolCallId={toolCallId} />
          <button onClick={() => accept(toolCallId)}>Accept</button>
        </div>
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

const agent = document.querySelector("#agent");

/** Proposes and accepts one call, and shows what the agent is told; or why that failed. */
export async function flow(load) {
  try {
    const { createApprovalStore } = await load();
    const store = createApprovalStore({
      onOutput: (output) => {
        agent.textContent = `${output.toolCallId} ${output.output.status}`;
      },
      handlers: { edit_prompt: { apply: () => undefined } },
    });
    store.on("pending", ({ toolCallId }) => store.accept(toolCallId));
    store.propose({ toolCallId: "call-1", toolName: "edit_prompt", input: { text: "Be brief." } });
  } catch (error) {
    agent.textContent = `${error.code}: ${error.message}`;
  }
}

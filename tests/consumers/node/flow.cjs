/** One call from its proposal to its answer, with whichever copy of the package is given. */
exports.flow = async ({ createApprovalStore }, toolCallId) => {
  const outputs = [];
  const store = createApprovalStore({
    onOutput: (output) => outputs.push(output),
    handlers: { edit_prompt: { apply: () => undefined } },
  });
  const pending = new Promise((resolve) => store.on("pending", resolve));
  store.propose({ toolCallId, toolName: "edit_prompt", input: { text: "Be brief." } });
  await pending;
  const settled = store.whenSettled(toolCallId);
  store.accept(toolCallId);
  await settled;
  store.dispose();
  return outputs.map(({ tool, toolCallId: id, output }) => `${tool} ${id} ${output.status}`).join("; ");
};

import countersign = require("countersign");
import slim = require("countersign/slim");
import react = require("countersign/react");
import registry = require("countersign/registry");

const outputs: countersign.ToolOutput[] = [];
const store: countersign.ApprovalStore = countersign.createApprovalStore({ onOutput: (output) => outputs.push(output) });
const init: Promise<void> = slim.init(new Uint8Array());
export = { store, init, react, registry };

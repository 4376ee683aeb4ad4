import countersign = require("countersign");
import slim = require("countersign/slim");
import react = require("countersign/react");
import registry = require("countersign/registry");
import zustand = require("countersign/zustand");

const outputs: countersign.ToolOutput[] = [];
const store: countersign.ApprovalStore = countersign.createApprovalStore({ onOutput: (output) => outputs.push(output) });
const init: Promise<void> = slim.init(new Uint8Array());
const agentStore = zustand.createAgentStore({ store });
export = { store, init, react, registry, agentStore };

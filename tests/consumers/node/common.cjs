const countersign = require("countersign");
const { flow } = require("./flow.cjs");

void flow(countersign, "call-1").then(console.log);

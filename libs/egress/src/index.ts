export { EgressRules } from "./egress-rules.ts";
export { egressSettings } from "./egress-settings.ts";
export { networks } from "./network.ts";
export { anyPort, parsePorts } from "./ports.ts";

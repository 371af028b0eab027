export { EgressRules, hostOf } from "./egress-rules.ts";
export { egressSettings } from "./egress-settings.ts";
export { type Network, networks } from "./network.ts";
export { anyPort, parsePorts, portOf } from "./ports.ts";

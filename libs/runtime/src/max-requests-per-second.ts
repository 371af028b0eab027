import { integer, type Setting } from "./setting.ts";

/** `PARLEY_MAX_REQUESTS_PER_SECOND_PER_KEY`: gateways hold every API key to it, and the workspace service lets no workspace set more; 0: no limit. */
export function maxRequestsPerSecondPerKey(): Setting<number> {
  return integer("PARLEY_MAX_REQUESTS_PER_SECOND_PER_KEY", {
    description:
      "Requests of one API key that a gateway accepts in a second; 0 means no limit. A workspace can set less for a key of its own, and the admin token more.",
    default: 0,
    min: 0,
    max: 100_000,
  });
}

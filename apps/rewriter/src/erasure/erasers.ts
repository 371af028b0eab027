import { apiKeyEraser, type Erasers } from "@parley/erasure";

/** How the collections of this service are removed from: what was used is of an API key, and of none of its users. */
export const erasers: Erasers<"rewriter"> = {
  user: {},
  organization: {},
  folder: {},
  document: {},
  location: {},
  apiKey: {
    rows: apiKeyEraser("rewriter", [
      { table: "calls", order: "created_at_ms, call_id" },
      { table: "usage_days", order: "day, model" },
    ]),
  },
};

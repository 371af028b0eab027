import { apiKeyEraser, type Erasers } from "@parley/erasure";

/** How this service erases from its collections: usage belongs to an API key, and to none of its users. */
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

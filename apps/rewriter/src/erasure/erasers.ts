import { apiKeyEraser, type Erasers } from "@parley/erasure";
import { calls, usageDays } from "../schema.ts";

/** The erasers of this service's collections: usage belongs to an API key, and to none of its users. */
export const erasers: Erasers<"rewriter"> = {
  user: {},
  organization: {},
  folder: {},
  document: {},
  location: {},
  apiKey: {
    rows: apiKeyEraser("rewriter", [
      { key: calls.apiKeyId, order: [calls.createdAtMs, calls.callId] },
      { key: usageDays.apiKeyId, order: [usageDays.day, usageDays.model] },
    ]),
  },
};

import { apiKeyEraser, countRemoval as countRows, type Erasers, wouldBe } from "@parley/erasure";
import type { Context, Handler } from "../context.ts";
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

export const countRemoval = ({ database }: Context): Handler<"countRemoval"> => {
  return async (request) => ({ collections: await countRows(database, erasers, wouldBe(request)) });
};

import type { Context, Handler } from "../context.ts";
import { abandonIdempotencyKey, releaseIdempotencyKey } from "./idempotency-records.store.ts";

export const abandonIdempotentRequest =
  ({ database }: Context): Handler<"abandonIdempotentRequest"> =>
  async ({ scopeId, key, leaseId, wasRefused }) => {
    const lease = { scopeId, key, leaseId };
    if (!wasRefused || !(await releaseIdempotencyKey(database, lease))) await abandonIdempotencyKey(database, lease);
    return {};
  };

import type { Context, Handler } from "../context.ts";
import { abandonIdempotencyKey } from "./idempotency-records.store.ts";

export const abandonIdempotentRequest =
  ({ database }: Context): Handler<"abandonIdempotentRequest"> =>
  async ({ scopeId, key, leaseId }) => {
    await abandonIdempotencyKey(database, { scopeId, key, leaseId });
    return {};
  };

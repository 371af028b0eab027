import type { Context, Handler } from "../context.ts";
import { abandonIdempotencyKey } from "../store/idempotency-records.ts";

export const abandonIdempotentRequest =
  ({ database }: Context): Handler<"abandonIdempotentRequest"> =>
  async ({ scopeId, key, leaseId }) => {
    await abandonIdempotencyKey(database, { scopeId, key, leaseId });
    return {};
  };

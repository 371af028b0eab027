import type { Context, Handler } from "../context.ts";
import { keptAnswerPlace } from "../sealing/sealed-places.ts";
import { abandonIdempotencyKey, finishIdempotencyKey, releaseIdempotencyKey } from "./idempotency-records.store.ts";

export const finishIdempotentRequest =
  ({ database, masterKeys, keptAnswers }: Context): Handler<"finishIdempotentRequest"> =>
  async ({ scopeId, key, leaseId, status, body }) => {
    const isKept = body !== "" && keptAnswers.admits(scopeId, key, Buffer.byteLength(body));
    const sealedBody = !isKept ? null : masterKeys.seal(keptAnswerPlace(scopeId, key), Buffer.from(body, "utf8"));
    await finishIdempotencyKey(database, { scopeId, key, leaseId }, status, sealedBody);
    return {};
  };

export const abandonIdempotentRequest =
  ({ database }: Context): Handler<"abandonIdempotentRequest"> =>
  async ({ scopeId, key, leaseId, wasRefused }) => {
    const lease = { scopeId, key, leaseId };
    if (!wasRefused || !(await releaseIdempotencyKey(database, lease))) await abandonIdempotencyKey(database, lease);
    return {};
  };

import { IdempotencyState } from "@parley/contracts/workspace";
import { Failure, invalid, randomText } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { keptAnswerPlace } from "../sealing/sealed-places.ts";
import { masterKeyIdOf } from "../sealing/sealing.ts";
import { idempotencyRetentionMs } from "./idempotency.ts";
import { claimIdempotencyKey, type IdempotencyRow, isKnownKey } from "./idempotency-records.store.ts";

const maxHashBytes = 64;
const attempts = 10;

export const beginIdempotentRequest =
  (context: Context): Handler<"beginIdempotentRequest"> =>
  async ({ scopeId, key, requestHash, leaseId: chosen }) => {
    if (requestHash.length === 0 || requestHash.length > maxHashBytes)
      throw invalid("request_hash", `request_hash must have 1 to ${maxHashBytes} bytes.`);
    const hash = Buffer.from(requestHash);
    const leaseId = chosen || randomText(22);

    const record = await claimWithinQuota(context, { scopeId, key, requestHash: hash, leaseId });

    const { fresh, createdAtMs, sentBefore, earlierClaims } = record;
    if (fresh) return { state: IdempotencyState.FRESH, leaseId, firstSentAtMs: BigInt(createdAtMs), sentBefore, earlierClaims };
    if (!record.requestHash.equals(hash)) return { state: IdempotencyState.OTHER_REQUEST };
    if (record.status === null) return { state: IdempotencyState.RUNNING };
    // The request was done: repeating it because its response cannot be opened would do it twice.
    const { masterKeys } = context;
    if (record.sealedBody === null || !masterKeys.has(masterKeyIdOf(record.sealedBody))) return { state: IdempotencyState.FORGOTTEN };
    const body = masterKeys.open(keptAnswerPlace(scopeId, key), record.sealedBody).toString("utf8");
    return { state: IdempotencyState.FINISHED, status: record.status, body };
  };

type Claim = { readonly scopeId: string; readonly key: string; readonly requestHash: Buffer; readonly leaseId: string };

// A known key needs no room: its repeats must find their outcome.
async function claimWithinQuota(context: Context, claimed: Claim): Promise<IdempotencyRow> {
  const { database, idempotencyKeys: quota } = context;
  const { scopeId, key } = claimed;
  await quota.prepare(scopeId, 1);
  const { result } = await quota.admitNew(scopeId, [key], {
    needless: async () => new Set((await isKnownKey(database, scopeId, key)) ? [key] : []),
    add: async (admitted) => (admitted.length === 0 ? undefined : claim(context, claimed)),
    addedBy: (record) => (record?.fresh && record.earlierClaims === 0 ? 1 : 0),
  });
  if (result === undefined) throw quota.failure();
  return result;
}

// Repeats the claim if another caller creates or deletes the record during the statement.
async function claim({ database, idempotencyLeaseMs }: Context, claimed: Claim): Promise<IdempotencyRow> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const record = await claimIdempotencyKey(database, { ...claimed, leaseMs: idempotencyLeaseMs, retentionMs: idempotencyRetentionMs });
    if (record !== undefined) return record;
  }
  throw new Failure("aborted", "Other requests with this idempotency key are in progress. Try again.");
}

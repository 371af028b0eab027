import { type Client, Code } from "@connectrpc/connect";
import { type IdempotencyService, IdempotencyState } from "@parley/contracts/workspace";
import { randomText } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import type { IdempotencyRecord } from "./idempotency.ts";

/** Stores idempotency keys in the workspace service. */
export function idempotencyRecordOf(client: Client<typeof IdempotencyService>): IdempotencyRecord {
  return {
    async begin(scopeId, key, requestHash) {
      // The lease's id is chosen here: a claim whose response was lost with its process can be sent again.
      const claim = { scopeId, key, requestHash, leaseId: randomText(22) };
      const { state, leaseId, status, body, firstSentAtMs, sentBefore, earlierClaims } = await client
        .beginIdempotentRequest(claim)
        .catch((error: unknown) => {
          if (!(error instanceof RemoteFailure) || error.code !== Code.Unavailable) throw error;
          return client.beginIdempotentRequest(claim);
        });
      switch (state) {
        case IdempotencyState.FRESH:
          return { state: "fresh", leaseId, firstSentAtMs: Number(firstSentAtMs), sentBefore, earlierClaims };
        case IdempotencyState.FINISHED:
          return { state: "done", status, body };
        case IdempotencyState.RUNNING:
          return { state: "running" };
        case IdempotencyState.FORGOTTEN:
          return { state: "forgotten" };
        case IdempotencyState.OTHER_REQUEST:
          return { state: "otherRequest" };
        default:
          throw new Error(`The workspace service returned the unknown idempotency state ${state}.`);
      }
    },
    async finish(scopeId, key, leaseId, { status, body }) {
      await client.finishIdempotentRequest({ scopeId, key, leaseId, status, body });
    },
    async abandon(scopeId, key, leaseId, wasRefused) {
      await client.abandonIdempotentRequest({ scopeId, key, leaseId, wasRefused });
    },
  };
}

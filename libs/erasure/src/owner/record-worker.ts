import { backoffMs } from "@parley/kernel";
import type { Worker } from "@parley/messaging";
import { type RemovalRecord, recordWork } from "./removal-record.ts";

/** The keeper of the records of finished removals: the workspace service, which turns them into certificates. */
export interface RecordKeeper {
  recordRemoval(request: SentRecord): Promise<unknown>;
}

interface SentRecord extends Omit<RemovalRecord, "requestedAtMs" | "completedAtMs" | "secondLookAtMs" | "subjects" | "collections"> {
  readonly requestedAtMs: bigint;
  readonly completedAtMs: bigint;
  readonly secondLookAtMs: bigint;
  readonly subjects: string[];
  readonly collections: { service: string; collection: string; rows: bigint; doneAtMs: bigint }[];
}

const longestPauseMs = 60_000;

/** Sends each record of a finished removal to the keeper until it is accepted. A record that arrives twice counts once. */
export function recordWorker(keeper: RecordKeeper | undefined): Worker {
  return {
    kind: recordWork,
    concurrency: 1,
    perKey: 1,
    handle: async ({ payload }) => void (await keeper?.recordRemoval(sent(JSON.parse(payload) as RemovalRecord))),
    // Retried forever, because nothing else sends the record.
    retryAfterMs: (attempts) => backoffMs(attempts, longestPauseMs, 1_000),
  };
}

function sent(record: RemovalRecord): SentRecord {
  return {
    ...record,
    requestedAtMs: BigInt(record.requestedAtMs),
    completedAtMs: BigInt(record.completedAtMs),
    secondLookAtMs: BigInt(record.secondLookAtMs),
    subjects: [...record.subjects],
    collections: record.collections.map(({ service, collection, rows, doneAtMs }) => ({
      service,
      collection,
      rows: BigInt(rows),
      doneAtMs: BigInt(doneAtMs),
    })),
  };
}

import type { Db } from "@parley/database";
import { type StoredDataKey, selectDataKeyPerMasterKey, selectDataKeysNotUnder, updateWrappedDataKeys } from "./data-keys.store.ts";
import type { MasterKeys } from "./sealing.ts";

const batchSize = 500;

/**
 * Wraps every data key under the newest master key; texts sealed under the data keys do not change, so services keep reading and writing.
 * It may be interrupted, repeated and run twice at the same time. Returns how many keys were wrapped again.
 */
export async function rewrapDataKeys(db: Db, masterKeys: MasterKeys): Promise<number> {
  let total = 0;
  let last = { workspaceId: "", version: 0 };
  for (;;) {
    const page = { masterKeyId: masterKeys.newestId, afterWorkspaceId: last.workspaceId, afterVersion: last.version, limit: batchSize };
    const batch = await selectDataKeysNotUnder(db, page);
    total += await rewrapBatch(db, masterKeys, batch);
    last = batch.at(-1) ?? last;
    if (batch.length < batchSize) return total;
  }
}

async function rewrapBatch(db: Db, masterKeys: MasterKeys, batch: readonly StoredDataKey[]): Promise<number> {
  if (batch.length === 0) return 0;
  return updateWrappedDataKeys(db, {
    masterKeyId: masterKeys.newestId,
    workspaceIds: batch.map(({ workspaceId }) => workspaceId),
    versions: batch.map(({ version }) => version),
    before: batch.map(({ wrapped }) => wrapped),
    after: batch.map(({ workspaceId, version, wrapped }) => masterKeys.wrap(masterKeys.unwrap(workspaceId, version, wrapped))),
  });
}

/** Fails with `SealingError`, with a message for the operator, when the configured master keys do not open the database's data keys. */
export async function checkMasterKeys(db: Db, masterKeys: MasterKeys): Promise<void> {
  for (const { workspaceId, version, wrapped } of await selectDataKeyPerMasterKey(db)) masterKeys.unwrap(workspaceId, version, wrapped);
}

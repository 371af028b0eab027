import type { Db } from "@parley/database";
import { insertDataKeys, selectNewestVersions } from "./data-keys.store.ts";
import { type MasterKeys, newDataKey } from "./sealing.ts";

const batchSize = 500;

/**
 * Gives every workspace a new data key, under which secrets are sealed from then on; earlier secrets stay under their own version and open
 * as before. Services need no restart. An interrupted run may be repeated: some workspaces then skip a version.
 */
export async function rotateDataKeys(db: Db, masterKeys: MasterKeys): Promise<number> {
  let total = 0;
  let after = "";
  for (;;) {
    const newest = await selectNewestVersions(db, after, batchSize);
    const dataKeys = newest.map(({ workspaceId, version }) => newDataKey(workspaceId, version + 1));
    total += await insertDataKeys(db, {
      workspaceIds: dataKeys.map(({ workspaceId }) => workspaceId),
      versions: dataKeys.map(({ version }) => version),
      masterKeyId: masterKeys.newestId,
      wrapped: dataKeys.map((dataKey) => masterKeys.wrap(dataKey)),
    });
    after = newest.at(-1)?.workspaceId ?? after;
    if (newest.length < batchSize) return total;
  }
}

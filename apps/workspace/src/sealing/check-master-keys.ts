import type { Db } from "@parley/database";
import { selectDataKeyPerMasterKey } from "./data-keys.store.ts";
import type { MasterKeys } from "./sealing.ts";

/** Fails with `SealingError`, in words for the operator, when the configured master keys do not open what the database holds. */
export async function checkMasterKeys(db: Db, masterKeys: MasterKeys): Promise<void> {
  for (const { workspaceId, version, wrapped } of await selectDataKeyPerMasterKey(db)) masterKeys.unwrap(workspaceId, version, wrapped);
}

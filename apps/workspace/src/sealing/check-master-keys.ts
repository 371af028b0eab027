import type { Db } from "@parley/database";
import { selectDataKeyPerMasterKey } from "./data-keys.store.ts";
import type { MasterKeys } from "./sealing.ts";

/** Fails with `SealingError`, with a message for the operator, when the configured master keys do not open the database's data keys. */
export async function checkMasterKeys(db: Db, masterKeys: MasterKeys): Promise<void> {
  for (const { workspaceId, version, wrapped } of await selectDataKeyPerMasterKey(db)) masterKeys.unwrap(workspaceId, version, wrapped);
}

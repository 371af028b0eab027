import type { Db } from "@parley/database";
import { lockIndex } from "./search-keys.store.ts";
import { removeEmptySegments } from "./search-segments.store.ts";

/** Removes the segments of organizations whose comments have gone: their rows in the index have gone with them. */
export async function removeIndexOf(tx: Db, apiKeyId: string, organizationIds: readonly string[]): Promise<void> {
  // Whoever indexes comments of theirs meanwhile is waited for.
  if ((await lockIndex(tx, apiKeyId)) !== undefined) await removeEmptySegments(tx, apiKeyId, organizationIds);
}

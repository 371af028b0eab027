import type { Db } from "@parley/database";
import { lockIndex } from "./search-keys.store.ts";
import { removeEmptySegments } from "./search-segments.store.ts";

/** Removes the segments of organizations whose comments are deleted. The comments' rows in the index are deleted with the comments. */
export async function removeIndexOf(tx: Db, apiKeyId: string, organizationIds: readonly string[]): Promise<void> {
  // The lock waits for a worker that is indexing comments of these organizations.
  if ((await lockIndex(tx, apiKeyId)) !== undefined) await removeEmptySegments(tx, apiKeyId, organizationIds);
}

import type { Db } from "@parley/database";
import { remainingMs } from "@parley/kernel";
import { deleteMembersChunk, hasMembersAfter } from "./group-members.store.ts";

interface GroupToEmpty {
  readonly apiKeyId: string;
  readonly groupRef: number;
  /** Most bytes of the ids that are answered. */
  readonly maxBytes: number;
}

const chunk = 1_000;
const fallbackMs = 15_000;
// The rest of the call's time is for the answer, which may name a hundred thousand users.
const shareOfTime = 0.6;
// What the message says before each id: the number of the field and the length.
const bytesBesideId = 3;

/**
 * Removes the members of a group in chunks, each committed on its own, so that nobody who adds or reads waits for more than one of them. Ends
 * early when its share of the call's time is over, or when the ids of the removed fill the answer; `more` says whether members are left then.
 */
export async function emptyGroup(
  db: Db,
  { apiKeyId, groupRef, maxBytes }: GroupToEmpty,
): Promise<{ removedUserIds: string[]; more: boolean }> {
  const endMs = performance.now() + remainingMs(fallbackMs) * shareOfTime;
  const removedUserIds: string[] = [];
  let after = "";
  for (let bytes = 0; performance.now() < endMs && bytes < maxBytes; ) {
    const ids = await deleteMembersChunk(db, { apiKeyId, groupRef, after, limit: chunk });
    removedUserIds.push(...ids);
    if (ids.length < chunk) return { removedUserIds, more: false };
    for (const id of ids) bytes += Buffer.byteLength(id) + bytesBesideId;
    after = ids.at(-1) ?? after;
  }
  return { removedUserIds, more: await hasMembersAfter(db, { apiKeyId, groupRef, after }) };
}

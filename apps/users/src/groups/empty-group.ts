import type { Db } from "@parley/database";
import { remainingMs } from "@parley/kernel";
import { deleteMembersChunk, hasMembersAfter } from "./group-members.store.ts";

interface GroupToEmpty {
  readonly apiKeyId: string;
  readonly groupRef: number;
  /** Most bytes of the returned ids. */
  readonly maxBytes: number;
}

const chunk = 1_000;
const fallbackMs = 15_000;
// The rest of the request's time is for the response, which may name a hundred thousand users.
const shareOfTime = 0.6;
// The bytes before each id in the message: the field number and the length.
const bytesBesideId = 3;

/**
 * Removes the members of a group in chunks, each committed separately, so that other requests wait for one chunk at most. Ends early when
 * its share of the request's time is over, or when the ids of the removed users fill the response; `more` then says whether members are
 * left.
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

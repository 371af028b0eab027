import type { Database } from "@parley/database";
import { eraseActor } from "./audit-records.store.ts";
import { sealChain } from "./seal-chain.ts";

const atOnce = 1_000;

/**
 * Erases an actor with this name (of a token, or a person who signs in to the console) from all records of a workspace's audit log, with
 * the addresses and user agents of these records. The chain still verifies. Returns the number of records.
 */
export async function forgetActor(database: Database, workspaceId: string, actorName: string): Promise<number> {
  // The records' hashes cover the actor's data, so all records are sealed first.
  await sealChain(database, workspaceId);
  let count = 0;
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const sequences = await eraseActor(database, { workspaceId, actorName, before, limit: atOnce });
    count += sequences.length;
    if (sequences.length < atOnce) return count;
    before = Math.min(...sequences);
  }
}

import type { Client } from "@connectrpc/connect";
import type { ConfigsService } from "@parley/contracts/workspace";
import type { Database, Db } from "@parley/database";
import { GrowingDelay } from "@parley/kernel";
import { PollLoop } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { selectFeedState } from "../feed/feed-epochs.store.ts";
import { indexStep } from "./index-step.ts";
import { IndexTurns } from "./index-turns.ts";
import { beginIndexes, endIndexes, lockIndex, selectIndexedKeys } from "./search-keys.store.ts";
import { removeEmptySegments } from "./search-segments.store.ts";
import { StepSizes } from "./step-sizes.ts";

type Workspace = Pick<Client<typeof ConfigsService>, "listSearchKeys">;

// If requests used the database within this time, a step is followed by a pause that is a multiple of the step's duration. The pause is
// longer when only new comments are followed, because requests search recent changes themselves.
const requestsWithinMs = 1_000;
const pauseTimes = { walked: 0.6, followed: 2 } as const;
const leastPauseMs = 1;
// The pause after a stretch of API keys without work.
const lookPauseMs = 100;
// Pauses of a worker that finds nothing to index, because each poll costs one lookup per indexed API key. They delay no result, because
// requests search recent changes themselves.
const idleMs = { first: 250, longest: 1_000 } as const;
const keysAtOnce = 1_000;
// Listing takes at most this share of the time, however many keys there are.
const listingPart = 0.1;

/**
 * Keeps the search indexes up to date while the process runs. Lists the API keys with search every `listEveryMs`. Returns a function to
 * call when the configuration of a key has changed.
 */
export function keepIndexes(host: Host, database: Database, workspace: Workspace, listEveryMs: number): () => void {
  const listing = new PollLoop(host.log, "Listing the API keys with search", async () => {
    const startedAtMs = performance.now();
    await followKeys(database, workspace);
    return { ms: Math.max(listEveryMs, (performance.now() - startedAtMs) / listingPart), interruptible: true };
  });
  const turns = new IndexTurns();
  const sizes = new StepSizes();
  const idle = new GrowingDelay(idleMs.first, idleMs.longest);
  const indexing = new PollLoop(host.log, "Indexing comments for search", async () => {
    const startedAtMs = performance.now();
    const done = await indexStep(database, turns, sizes);
    if (done === "nothing") return { ms: idle.next(), interruptible: false };
    if (done === "looked") return { ms: lookPauseMs, interruptible: false };
    idle.reset();
    const pauseMs = database.neededWithin(requestsWithinMs) ? pauseTimes[done] * (performance.now() - startedAtMs) : 0;
    return { ms: Math.max(pauseMs, leastPauseMs), interruptible: false };
  });
  host.onStart(async () => {
    listing.start();
    indexing.start();
  });
  host.onStop(() => Promise.all([listing.stop(), indexing.stop()]).then(() => undefined));
  return () => listing.wake();
}

/** Creates indexes for keys with search and removes those of other keys. It removes them only once all keys with search are known. */
async function followKeys(database: Database, workspace: Workspace): Promise<void> {
  // Read before the listing, so that an index that another process creates meanwhile is not removed.
  const known = await indexedKeys(database);
  const wanted = new Set<string>();
  for (let pageToken = "", isLast = false; !isLast; isLast = pageToken === "") {
    const page = await workspace.listSearchKeys({ pageToken });
    for (const apiKeyId of page.apiKeyIds) wanted.add(apiKeyId);
    const missing = page.apiKeyIds.filter((apiKeyId) => !known.has(apiKeyId));
    if (missing.length > 0) {
      const { horizon } = await selectFeedState(database, missing);
      await database.transaction((tx) => beginIndexes(tx, missing, horizon));
    }
    pageToken = page.nextPageToken;
  }
  const unwanted = [...known].filter((apiKeyId) => !wanted.has(apiKeyId));
  if (unwanted.length > 0) await endIndexes(database, unwanted);
}

async function indexedKeys(database: Database): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page: string[] = await selectIndexedKeys(database, after, keysAtOnce);
    for (const apiKeyId of page) known.add(apiKeyId);
    after = page.length < keysAtOnce ? undefined : page.at(-1);
  }
  return known;
}

/** Removes the segments of organizations whose comments are deleted. The comments' rows in the index are deleted with the comments. */
export async function removeIndexOf(tx: Db, apiKeyId: string, organizationIds: readonly string[]): Promise<void> {
  // The lock waits for a worker that is indexing comments of these organizations.
  if ((await lockIndex(tx, apiKeyId)) !== undefined) await removeEmptySegments(tx, apiKeyId, organizationIds);
}

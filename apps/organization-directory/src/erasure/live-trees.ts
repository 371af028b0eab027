import type { Database } from "@parley/database";
import { LRUCache } from "lru-cache";
import { type OfFolder, selectLiveTree } from "./live-places.store.ts";

// Most refs of folders in all trees together. Each ref takes 8 bytes.
const keptRefs = 1_000_000;
const keptMs = 60_000;

/** The trees below folders whose removal is counted: each is walked for the first page of its listing, and kept for the other pages. */
export class LiveTrees {
  readonly #database: Database;
  readonly #trees = new LRUCache<string, readonly number[]>({
    maxSize: keptRefs,
    sizeCalculation: (refs) => refs.length + 1,
    ttl: keptMs,
  });

  constructor(database: Database) {
    this.#database = database;
  }

  async of({ apiKeyId, organizationId, folderId }: OfFolder, isFirstPage: boolean): Promise<readonly number[]> {
    const key = JSON.stringify([apiKeyId, organizationId, folderId]);
    const known = isFirstPage ? undefined : this.#trees.get(key);
    if (known !== undefined) return known;
    const refs = await selectLiveTree(this.#database, { apiKeyId, organizationId, folderId });
    this.#trees.set(key, refs);
    return refs;
  }
}

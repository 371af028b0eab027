import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "@parley/database";
import type { OrganizationScope } from "../places/scope.ts";
import { selectCommentsToIndex } from "./comments-to-index.store.ts";
import { nextEpoch } from "./epochs.ts";
import { documentTerm } from "./index-step.ts";
import { type OrganizationEnds, selectEpochEnds } from "./search-comments.store.ts";
import type { IndexState } from "./search-keys.store.ts";
import { type SearchPlace, selectSearchPlaces } from "./search-pages.store.ts";
import { searchableText } from "./searchable-text.ts";
import { termHasher } from "./term-hash.ts";
import { hasWanted, type Wanted } from "./words.ts";
import { writtenComments } from "./written-comments.store.ts";

// How much of what is not indexed yet a request looks through.
const unindexed = { horizon: Number.MAX_SAFE_INTEGER, limit: 500, scanRows: 2_000 };
const unindexedBytes = 256 * 1024;
// How many threads a request looks through that have come into a later epoch since the first page: those that were not indexed then.
const lateThreads = 1_000;
// Other requests have the processor in between.
const commentsPerTurn = 20;
// How many epochs one statement looks at: two million comments and more.
const epochsAtOnce = 1_024;

interface Sought {
  readonly wanted: Wanted;
  readonly documentId: string;
  readonly before: SearchPlace;
  /** The epoch that had the newest threads on the first page; undefined there. */
  readonly newest: number | undefined;
}

/** Places in their order, and the one behind which the next ones are; undefined when there are no others. */
interface Places {
  readonly places: readonly SearchPlace[];
  readonly end: SearchPlace | undefined;
}

/** Where threads may be in which a comment says what is sought: by the index, and by what was written since. */
export class PlacesOfThreads {
  readonly #db: Db;
  readonly #scope: OrganizationScope;
  readonly #terms: readonly number[];
  readonly #ends: OrganizationEnds | undefined;
  readonly #unindexed: readonly SearchPlace[];
  /** The last epoch of the pages. Threads of later ones are in their place as threads of this one: there they were on the first page, if at all. */
  readonly newest: number;
  /** Whether everything that was written since is among the places. */
  readonly isWhole: boolean;

  private constructor(db: Db, scope: OrganizationScope, { terms, ends, newest, written }: Parts) {
    this.#db = db;
    this.#scope = scope;
    this.#terms = terms;
    this.#ends = ends;
    this.newest = newest;
    this.#unindexed = written.places;
    this.isWhole = written.isWhole;
  }

  static async open(db: Db, scope: OrganizationScope, sought: Sought, state: IndexState | undefined): Promise<PlacesOfThreads> {
    const [ends] = state === undefined ? [] : await selectEpochEnds(db, scope.apiKeyId, [scope.organizationId], 1);
    const newest = sought.newest ?? nextEpoch(ends);
    const written = await writtenSince(db, scope, sought, { state, newest });
    const hash = termHasher(scope);
    const { wanted, documentId } = sought;
    const terms = [...(documentId === "" ? [] : [documentTerm(documentId)]), ...wanted.terms].map(hash);
    const late = await lateSince(db, scope, terms, { before: sought.before, newest, highest: ends?.highest ?? 0 });
    const isWhole = written.isWhole && late.isWhole;
    return new PlacesOfThreads(db, scope, { terms, ends, newest, written: { places: [...written.places, ...late.places], isWhole } });
  }

  /** About `limit` places that follow one. */
  async after(before: SearchPlace, limit: number): Promise<Places> {
    const { places, end } = await this.#indexed(before, limit);
    const written = this.#unindexed.filter((place) => follows(place, before) && (end === undefined || !follows(place, end)));
    const once = new Map([...places, ...written].map((place) => [place.ref, place]));
    return { places: [...once.values()].sort((a, b) => (follows(a, b) ? 1 : -1)), end };
  }

  async #indexed(before: SearchPlace, limit: number): Promise<Places> {
    if (this.#ends === undefined) return { places: [], end: undefined };
    const newest = Math.min(before.epoch, this.newest, this.#ends.highest);
    const oldest = Math.max(this.#ends.lowest, newest - epochsAtOnce + 1);
    const places = await selectSearchPlaces(this.#db, this.#scope, this.#terms, { before, newest, oldest, limit });
    const end = places.length === limit ? places.at(-1) : oldest > this.#ends.lowest ? { epoch: oldest, ref: 0 } : undefined;
    return { places, end };
  }
}

interface Parts {
  readonly terms: readonly number[];
  readonly ends: OrganizationEnds | undefined;
  readonly newest: number;
  readonly written: Written;
}

interface Written {
  readonly places: readonly SearchPlace[];
  readonly isWhole: boolean;
}

interface Known {
  readonly state: IndexState | undefined;
  /** The epoch that new threads will have. */
  readonly newest: number;
}

async function writtenSince(db: Db, scope: OrganizationScope, { wanted, documentId }: Sought, { state, newest }: Known): Promise<Written> {
  if (state === undefined) return { places: [], isWhole: false };
  const { apiKeyId, organizationId } = scope;
  const after = { position: state.feedPosition, ref: state.feedRef };
  const { names, hasMore } = await writtenComments(db, apiKeyId, { after, organizationId, ...unindexed });
  const sought = names.filter((name) => documentId === "" || name.documentId === documentId);
  const { comments, areAll } = await selectCommentsToIndex(db, apiKeyId, sought, unindexedBytes);
  const places: SearchPlace[] = [];
  for (const [index, comment] of comments.entries()) {
    if (index % commentsPerTurn === commentsPerTurn - 1) await nextTurn();
    const { epoch, annotationRef } = comment;
    if (hasWanted(searchableText(comment), wanted)) places.push({ epoch: Math.min(epoch ?? newest, newest), ref: annotationRef });
  }
  return { places, isWhole: !hasMore && areAll };
}

interface Later {
  readonly before: SearchPlace;
  readonly newest: number;
  readonly highest: number;
}

/** Threads that are in a later epoch than the last of the pages, as far as they come after what the pages have passed. */
async function lateSince(db: Db, scope: OrganizationScope, terms: readonly number[], { before, newest, highest }: Later): Promise<Written> {
  if (before.epoch < newest || highest <= newest) return { places: [], isWhole: true };
  const oldest = Math.max(newest + 1, highest - epochsAtOnce + 1);
  const range = { before: { epoch: 0, ref: before.ref }, newest: highest, oldest, limit: lateThreads };
  const places = await selectSearchPlaces(db, scope, terms, range);
  return { places: places.map(({ ref }) => ({ epoch: newest, ref })), isWhole: places.length < lateThreads };
}

/** Whether a place comes after another in the order of search: the newest are first. */
function follows({ epoch, ref }: SearchPlace, other: SearchPlace): boolean {
  return epoch < other.epoch || (epoch === other.epoch && ref < other.ref);
}

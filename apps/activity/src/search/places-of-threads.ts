import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "@parley/database";
import type { OrganizationScope } from "../places/scope.ts";
import { writtenComments } from "./comments-to-index.store.ts";
import { searchableText } from "./excerpt.ts";
import { placeOfIndex } from "./index-step.ts";
import type { IndexState } from "./search-keys.store.ts";
import { type Places, selectSearchPlaces } from "./search-pages.store.ts";
import { selectSearchPlacesOfUser } from "./search-user.store.ts";
import { follows, type SearchPlace } from "./segments.ts";
import { termHasher } from "./term-hash.ts";
import { documentTerm } from "./terms-of-comments.ts";
import { hasWanted, type Wanted } from "./words.ts";

// How many comments that are not indexed yet a request scans.
const unindexed = { horizon: Number.MAX_SAFE_INTEGER, scanRows: 2_000, bytes: 256 * 1024 };
// Yields to the event loop after this many comments, so that other requests are served in between.
const commentsPerTurn = 20;
// The most lookups of a term in a segment that one statement makes: one word in 1,024 segments, which have two million comments, or 32 words
// in 32. Looking up a term that a segment lacks takes 2 µs; two words in half of its comments each, but in none together, take 40 µs.
const termsAtOnce = 1_024;

interface Sought {
  readonly wanted: Wanted;
  readonly documentId: string;
  /** An empty user or document matches any. */
  readonly userId: string;
}

/** The places of threads that may match a search, from the index and from comments that are not indexed yet. */
export class PlacesOfThreads {
  readonly #db: Db;
  readonly #scope: OrganizationScope;
  /** Undefined when the API key has no index. */
  readonly #terms: readonly number[] | undefined;
  readonly #unindexed: readonly SearchPlace[];
  /** Undefined when the search names no user, or a user with very many threads. */
  #userId: string | undefined;
  /** Whether all comments after the index's high-water mark were scanned. */
  readonly isWhole: boolean;

  private constructor(db: Db, scope: OrganizationScope, terms: readonly number[] | undefined, userId: string, written: Written) {
    this.#db = db;
    this.#scope = scope;
    this.#terms = terms;
    this.#userId = userId === "" ? undefined : userId;
    this.#unindexed = written.places;
    this.isWhole = written.isWhole;
  }

  static async open(db: Db, scope: OrganizationScope, sought: Sought, state: IndexState | undefined): Promise<PlacesOfThreads> {
    if (state === undefined) return new PlacesOfThreads(db, scope, undefined, "", { places: [], isWhole: false });
    const { wanted, documentId, userId } = sought;
    const terms = [...(documentId === "" ? [] : [documentTerm(documentId)]), ...wanted.terms].map(termHasher(scope));
    return new PlacesOfThreads(db, scope, terms, userId, await writtenSince(db, scope, sought, state));
  }

  /** About `limit` places that come after a given one. */
  async after(before: SearchPlace, limit: number): Promise<Places> {
    if (this.#terms === undefined) return { places: [], end: undefined, isFull: false };
    const { places, end, isFull } = (await this.#ofUser(this.#terms, before, limit)) ?? (await this.#indexed(this.#terms, before, limit));
    const written = this.#unindexed.filter((place) => follows(place, before) && (end === undefined || !follows(place, end)));
    const once = new Map([...places, ...written].map((place) => [place.ref, place]));
    return { places: [...once.values()].sort((a, b) => (follows(a, b) ? 1 : -1)), end, isFull };
  }

  #indexed(terms: readonly number[], before: SearchPlace, limit: number): Promise<Places> {
    const segments = Math.max(1, Math.floor(termsAtOnce / terms.length));
    return selectSearchPlaces(this.#db, this.#scope, terms, { before, segments, limit });
  }

  async #ofUser(terms: readonly number[], before: SearchPlace, limit: number): Promise<Places | undefined> {
    if (this.#userId === undefined) return undefined;
    const found = await selectSearchPlacesOfUser(this.#db, this.#scope, terms, { userId: this.#userId, before, limit });
    if (found === undefined) this.#userId = undefined;
    return found;
  }
}

interface Written {
  readonly places: readonly SearchPlace[];
  readonly isWhole: boolean;
}

async function writtenSince(db: Db, scope: OrganizationScope, sought: Sought, state: IndexState): Promise<Written> {
  const { wanted, documentId } = sought;
  const range = { after: placeOfIndex(state), organizationId: scope.organizationId, documentId, ...unindexed };
  const { comments, hasMore } = await writtenComments(db, scope.apiKeyId, range);
  const places: SearchPlace[] = [];
  for (const [index, comment] of comments.entries()) {
    if (index % commentsPerTurn === commentsPerTurn - 1) await nextTurn();
    const { createdAtMs, annotationRef } = comment;
    if (hasWanted(searchableText(comment), wanted)) places.push({ createdAtMs, ref: annotationRef });
  }
  return { places, isWhole: !hasMore };
}

import { encodeCursor, Failure, invalid, PageBytes } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { decodeKey } from "../paging/page.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { bytesOf, wholeThreads, withFolders } from "../threads/read-annotations.ts";
import type { AnnotationRow } from "../threads/reading/annotation-paths.store.ts";
import { excerptOf, searchableText } from "./excerpt.ts";
import { indexInUse, isWalked, percentOf } from "./index-progress.ts";
import { PlacesOfThreads } from "./places-of-threads.ts";
import { selectIndexState } from "./search-keys.store.ts";
import { type SearchFilter, selectSearchedThreads } from "./search-pages.store.ts";
import type { SearchPlace } from "./segments.ts";
import { Turn } from "./turn.ts";
import { hasWanted, type Wanted, wantedOf } from "./words.ts";

interface SearchRequest extends OrganizationScope, SearchFilter {
  readonly query: string;
  readonly pageSize: number;
  readonly pageToken: string;
}

type Thread = Awaited<ReturnType<typeof wholeThreads>>[number];

/** A thread that was found, and its place. */
interface Found {
  readonly place: SearchPlace;
  readonly thread: Thread;
  readonly commentIds: readonly string[];
  readonly excerpt: string;
}

const defaultPageSize = 20;
const mostTerms = 32;
// The limits of one request: the number of rounds, the factor by which each round takes more places, and the threads read per thread shown.
const mostRounds = 6;
const roundsGrowBy = 4;
const readPerShown = 3;

const beforeAll: SearchPlace = { createdAtMs: Number.MAX_SAFE_INTEGER, ref: Number.MAX_SAFE_INTEGER };

export const searchCommentAnnotations = (context: Context): Handler<"searchCommentAnnotations"> => {
  return (request) => searchThreads(context, request);
};

/**
 * One page of threads with a comment that has all words of the query, the newest threads first. Matches in the index are compared with the
 * current threads. Fails with `failed_precondition` while search is off.
 */
async function searchThreads(context: Context, request: SearchRequest) {
  const { database, keyOptions, storedUsers, documents } = context;
  const { apiKeyId, organizationId } = request;
  if (!(await keyOptions.of(apiKeyId)).isSearched) {
    throw new Failure("failed_precondition", "Search is off for this API key. Turn it on with the option searchEnabled.", {
      reason: "search_off",
    });
  }
  const wanted = wantedIn(request.query);
  const state = indexInUse(await selectIndexState(database, apiKeyId));
  const sought = { wanted, documentId: request.documentId, userId: request.userId };
  const places = await PlacesOfThreads.open(database, { apiKeyId, organizationId }, sought, state);
  const { found, next } = await findThreads(context, request, { wanted, places });

  const named = await storedUsers.join(
    apiKeyId,
    found.map(({ thread }) => ({ organizationId, ...thread })),
  );
  const annotations = await withFolders(documents, request, named);
  const last = named.length < found.length ? found[named.length - 1]?.place : next;
  return {
    threads: annotations.map((annotation, index) => ({
      annotation,
      commentIds: [...(found[index]?.commentIds ?? [])],
      excerpt: found[index]?.excerpt ?? "",
    })),
    nextPageToken: last === undefined ? "" : encodeCursor([last.createdAtMs, last.ref]),
    isUpToDate: state !== undefined && isWalked(state) && places.isWhole,
    indexedPercent: percentOf(state),
  };
}

function wantedIn(query: string): Wanted {
  const wanted = wantedOf(query);
  if (wanted.terms.length === 0) throw invalid("query", "query must contain a word, a number or an emoji.");
  if (wanted.terms.length > mostTerms)
    throw invalid("query", `query may have at most ${mostTerms} words; in scripts without spaces each pair of characters is a word.`);
  return wanted;
}

function startOf(pageToken: string): SearchPlace {
  const [createdAtMs, ref] = decodeKey(pageToken, ["number", "number"]) ?? [];
  return createdAtMs === undefined || ref === undefined ? beforeAll : { createdAtMs: Number(createdAtMs), ref: Number(ref) };
}

interface Search {
  readonly wanted: Wanted;
  readonly places: PlacesOfThreads;
}

async function findThreads(context: Context, request: SearchRequest, { wanted, places }: Search) {
  const size = request.pageSize || defaultPageSize;
  const page = new Page(context, request, { size, wanted });
  const { scannedRows } = context.limits;
  let before = startOf(request.pageToken);
  for (let round = 1, limit = size + 1, examined = 0; ; round++, limit *= roundsGrowBy) {
    const { places: some, end, isFull } = await places.after(before, Math.min(limit, scannedRows - examined));
    examined += some.length;
    const stoppedAt = await page.take(some, before);
    if (stoppedAt !== undefined && (end !== undefined || stoppedAt !== some.at(-1))) return { found: page.found, next: stoppedAt };
    if (!isFull || end === undefined || round === mostRounds || examined >= scannedRows) return { found: page.found, next: end };
    before = end;
  }
}

/** Collects the threads of a page until it is full. */
class Page {
  readonly found: Found[] = [];
  readonly #context: Context;
  readonly #request: SearchRequest;
  readonly #size: number;
  readonly #wanted: Wanted;
  readonly #bytes = new PageBytes();
  readonly #turn = new Turn();
  #toRead: number;

  constructor(context: Context, request: SearchRequest, { size, wanted }: { readonly size: number; readonly wanted: Wanted }) {
    this.#context = context;
    this.#request = request;
    this.#size = size;
    this.#wanted = wanted;
    this.#toRead = size * readPerShown;
  }

  /** Examines threads until the page is full, and then returns the place of the last one examined. Undefined when all were examined. */
  async take(places: readonly SearchPlace[], before: SearchPlace): Promise<SearchPlace | undefined> {
    const rows = await this.#rowsOf(places);
    const existing = places.flatMap((place) => {
      const row = rows.get(place.ref);
      return row === undefined ? [] : [{ place, row }];
    });
    for (let index = 0; index < existing.length; ) {
      const some = existing.slice(index, index + this.#size - this.found.length).filter(({ row }) => this.#bytes.admits(bytesOf(row)));
      await this.#read(some);
      index += some.length;
      const isFull = some.length === 0 || this.found.length === this.#size || this.#toRead <= 0;
      if (isFull) return existing[index - 1]?.place ?? before;
    }
    return undefined;
  }

  async #rowsOf(places: readonly SearchPlace[]): Promise<ReadonlyMap<number, AnnotationRow>> {
    const { database, access } = this.#context;
    const { apiKeyId, organizationId, documentId, userId, statuses } = this.#request;
    const refs = places.map(({ ref }) => ref);
    const rows = await selectSearchedThreads(database, { apiKeyId, organizationId }, refs, { documentId, userId, statuses });
    const states = await access.statesOf({ apiKeyId, organizationId }, new Set(rows.map((row) => row.documentId)));
    return new Map(rows.filter((row) => states.get(row.documentId) === "open").map((row) => [row.ref, row]));
  }

  async #read(some: readonly { readonly place: SearchPlace; readonly row: AnnotationRow }[]): Promise<void> {
    this.#toRead -= some.length;
    const rows = some.map(({ row }) => row);
    const threads = await wholeThreads(this.#context.database, this.#request.apiKeyId, rows);
    for (const [index, thread] of threads.entries()) {
      const place = some[index]?.place;
      const match = await matchOf(thread, this.#wanted, this.#turn);
      if (place !== undefined && match !== undefined) this.found.push({ place, thread, ...match });
    }
  }
}

async function matchOf({ comments }: Thread, wanted: Wanted, turn: Turn): Promise<Pick<Found, "commentIds" | "excerpt"> | undefined> {
  const commentIds: string[] = [];
  let newest = "";
  for (const { commentId, text: commentText, html } of comments) {
    if (turn.isOver) await turn.next();
    const text = searchableText({ commentText, html });
    if (!hasWanted(text, wanted)) continue;
    commentIds.push(commentId);
    newest = text;
  }
  return commentIds.length === 0 ? undefined : { commentIds, excerpt: excerptOf(newest, wanted) };
}

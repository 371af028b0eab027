import { eventsOf, type ServerSentEvent } from "../../ai/server-sent-events.ts";
import { isOutage, pause } from "../../calls/retries.ts";
import { connectionError, errorOf, ParleyError } from "../../errors/errors.ts";
import type { Change } from "../../gen/types.ts";
import type { FetchAnswer } from "../../sending/fetch.ts";
import { onPageChange } from "./page.ts";

/** Where a list looks: one document, or, for the user's inbox, an organization. */
export interface Place {
  readonly organizationId: string;
  readonly documentId?: string | undefined;
}

/** A document. */
export interface DocumentPlace extends Place {
  readonly documentId: string;
}

/** What the stream tells a list. */
export interface Follower {
  readonly place: Place;
  /** The stream begins here: what is there has to be read, what comes will be told. */
  begin(): void;
  /** The stream goes on behind what was told last. */
  resume(): void;
  /** There is no stream for now; none at all when the error is of a kind that does not pass. */
  interrupt(error: unknown, isFinal: boolean): void;
  hear(change: Change): void;
}

export interface StreamSource {
  /** Opens the stream of these documents behind a cursor; of the whole organization when there are none. */
  readonly open: (documentIds: readonly string[], cursor: string, signal: AbortSignal) => Promise<FetchAnswer>;
  /** The token that opened it is good no longer. */
  readonly onRefused: () => void;
}

const firstRestMs = 250;
const longestRestMs = 30_000;
const restAfterEndMs = 1_000;
/** A connection that lasts longer is one: what fails after it is a first failure. */
const steadyMs = 5_000;
// Bookmarks come every 15 s.
const longestSilenceMs = 40_000;
const fromNow = "now";

/**
 * The one connection of all lists of an organization, which is there while there is a list. After whatever ends it, it comes again behind the last event that was heard; it begins anew
 * when the lists look at other places, and when the server does not know that event any more.
 */
export class ChangeStream {
  readonly #source: StreamSource;
  readonly #followers = new Set<Follower>();
  readonly #begun = new Set<Follower>();
  /** The documents of this session, and what ends it. */
  #session: { readonly documentIds: readonly string[]; readonly leaving: AbortController } | undefined;
  /** Ends the attempt that is under way, or the rest before the next one. */
  #attempt = new AbortController();
  #cursor = fromNow;
  #isLive = false;
  #heardAtMs = 0;
  #arranging: ReturnType<typeof setTimeout> | undefined;

  constructor(source: StreamSource) {
    this.#source = source;
    // A machine that slept, or was without a network, has a connection that is none, or rests longer than it has to.
    onPageChange(
      () => this.#attempt.abort(),
      () => {
        if (Date.now() - this.#heardAtMs > longestSilenceMs / 2) this.#attempt.abort();
      },
    );
  }

  add(follower: Follower): void {
    this.#followers.add(follower);
    if (this.#isLive && this.#covers(follower)) this.#greet(follower);
    else this.#arrangeSoon();
  }

  remove(follower: Follower): void {
    this.#followers.delete(follower);
    this.#begun.delete(follower);
    this.#arrangeSoon();
  }

  // What an inbox hears of the documents is as much as it needs.
  #covers({ place: { documentId } }: Follower): boolean {
    return this.#session !== undefined && (documentId === undefined || this.#session.documentIds.includes(documentId));
  }

  // Parts of a page come and go together.
  #arrangeSoon(): void {
    clearTimeout(this.#arranging);
    this.#arranging = setTimeout(() => this.#arrange());
  }

  #arrange(): void {
    const followers = [...this.#followers];
    if (followers.length > 0 && followers.every((follower) => this.#covers(follower))) return;
    this.#session?.leaving.abort();
    this.#session = undefined;
    this.#isLive = false;
    if (followers.length === 0) return;
    const documentIds = [...new Set(followers.flatMap(({ place }) => place.documentId ?? []))];
    const leaving = new AbortController();
    this.#session = { documentIds, leaving };
    this.#cursor = fromNow;
    void this.#follow(documentIds, leaving.signal);
  }

  /** Connects again and again, until it is left or fails for good. */
  async #follow(documentIds: readonly string[], leaving: AbortSignal): Promise<void> {
    for (let failures = 0; !leaving.aborted; failures++) {
      this.#attempt = new AbortController();
      const signal = AbortSignal.any([leaving, this.#attempt.signal]);
      const startedMs = Date.now();
      let failure: unknown;
      try {
        await this.#listen(documentIds, signal);
      } catch (error) {
        failure = error;
      }
      if (leaving.aborted) return;
      const isFinal = !signal.aborted && !this.#mayPass(failure);
      if (this.#isLive && Date.now() - startedMs > steadyMs) failures = 0;
      this.#isLive = false;
      if (isFinal) return this.#lose(failure, documentIds);
      for (const follower of [...this.#followers]) follower.interrupt(failure, false);
      await pause(restMs(failure, failures), signal).catch(() => undefined);
    }
  }

  /** Lets go of the lists that are refused; the others begin anew without them. */
  #lose(failure: unknown, documentIds: readonly string[]): void {
    const [, nth] = /^documentIds\[(\d+)\]/.exec(fieldOf(failure)) ?? [];
    const refused = nth === undefined ? undefined : documentIds[Number(nth)];
    this.#session = undefined;
    for (const follower of [...this.#followers]) {
      const isLost = refused === undefined || follower.place.documentId === refused;
      if (isLost) this.#followers.delete(follower);
      if (isLost) this.#begun.delete(follower);
      follower.interrupt(failure, isLost);
    }
    this.#arrangeSoon();
  }

  /** Hears one connection to its end. */
  async #listen(documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    const { body } = await this.#source.open(documentIds, this.#cursor, signal);
    if (body === null) throw connectionError("The stream of changes has no body.", undefined);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(silence);
      silence = setTimeout(() => this.#attempt.abort(), longestSilenceMs);
    };
    try {
      wait();
      for await (const event of eventsOf(body, signal)) {
        wait();
        if (event.event === "end") return;
        this.#hear(event);
      }
      throw connectionError("The stream of changes broke off.", undefined);
    } catch (error) {
      // What breaks while it is read is a fault of the way and not of this client.
      throw error instanceof ParleyError ? error : connectionError("The stream of changes broke off.", error);
    } finally {
      clearTimeout(silence);
    }
  }

  #hear({ event, id, data }: ServerSentEvent): void {
    this.#heardAtMs = Date.now();
    if (event === "error") throw errorOf(400, JSON.stringify({ error: { ...data, message: data.error } }), "", undefined);
    if (!this.#isLive) {
      this.#isLive = true;
      if (this.#cursor === fromNow) this.#begun.clear();
      for (const follower of [...this.#followers]) this.#greet(follower);
    }
    for (const follower of [...this.#followers]) {
      if (event === "change") follower.hear(data as unknown as Change);
    }
    // Behind the event only when all lists have it.
    if (id !== "") this.#cursor = id;
  }

  #greet(follower: Follower): void {
    if (this.#begun.has(follower)) follower.resume();
    else follower.begin();
    this.#begun.add(follower);
  }

  /** Whether a further attempt may fare better; makes ready for it. */
  #mayPass(error: unknown): boolean {
    if (error === undefined || isOutage(error)) return true;
    if (!(error instanceof ParleyError)) return false;
    if (error.status === "OUT_OF_RANGE") {
      this.#cursor = fromNow;
      return true;
    }
    // Said within a stream it is about what was so when that was opened; a further attempt says what is so now.
    if (error.status === "UNAUTHENTICATED" && this.#isLive) this.#source.onRefused();
    return this.#isLive;
  }
}

/** What a failure is about, as far as it says. */
function fieldOf(failure: unknown): string {
  const [first] = failure instanceof ParleyError && Array.isArray(failure.details) ? failure.details : [];
  return String((first as { readonly field?: unknown } | undefined)?.field ?? "");
}

// Any time up to the longest, so that pages that were cut off together do not come back together.
function restMs(failure: unknown, failures: number): number {
  const most = failure === undefined ? restAfterEndMs : Math.min(longestRestMs, firstRestMs * 2 ** failures);
  const least = failure instanceof ParleyError ? (failure.retryAfterMs ?? 0) : 0;
  return Math.max(Math.random() * most, Math.min(least, longestRestMs));
}

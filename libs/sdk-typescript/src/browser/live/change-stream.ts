import { eventsOf, type ServerSentEvent } from "../../ai/server-sent-events.ts";
import { isOutage, pause } from "../../calls/retries.ts";
import { connectionError, errorOf, ParleyError } from "../../errors/errors.ts";
import type { Change } from "../../gen/types.ts";
import type { FetchAnswer } from "../../sending/fetch.ts";
import { onPageChange } from "./page.ts";

/** The place that a list follows: one document, or an organization for the user's inbox. */
export interface Place {
  readonly organizationId: string;
  readonly documentId?: string | undefined;
}

/** A document. */
export interface DocumentPlace extends Place {
  readonly documentId: string;
}

/** A list that follows the stream. */
export interface Follower {
  readonly place: Place;
  /** The stream starts here: the list has to read what exists, and hears of every later change. */
  begin(): void;
  /** The stream continues after the last change that the list has heard. */
  resume(): void;
  /** The stream is interrupted; `isFinal` says that it does not come back, because the error is permanent. */
  interrupt(error: unknown, isFinal: boolean): void;
  hear(change: Change): void;
}

export interface StreamSource {
  /** Opens the stream of these documents after a cursor; without documents, the stream of the whole organization. */
  readonly open: (documentIds: readonly string[], cursor: string, signal: AbortSignal) => Promise<FetchAnswer>;
  /** The server no longer accepts the token with which the stream was opened. */
  readonly onRefused: () => void;
}

const firstRestMs = 250;
const longestRestMs = 30_000;
const restAfterEndMs = 1_000;
/** A connection that lasted longer was stable: a failure after it counts as the first one. */
const steadyMs = 5_000;
// Bookmarks come every 15 s.
const longestSilenceMs = 40_000;
const fromNow = "now";

/**
 * The single connection of all lists of an organization; it is open while there is a list. Whatever ends it, it reconnects and resumes
 * after the last event. It starts again from now when the lists follow other documents, or when the server no longer knows the cursor.
 */
export class ChangeStream {
  readonly #source: StreamSource;
  readonly #followers = new Set<Follower>();
  readonly #begun = new Set<Follower>();
  /** The documents of the current session, and the controller that ends it. */
  #session: { readonly documentIds: readonly string[]; readonly leaving: AbortController } | undefined;
  /** Aborts the current attempt, or the pause before the next one. */
  #attempt = new AbortController();
  #cursor = fromNow;
  #isLive = false;
  #heardAtMs = 0;
  #arranging: ReturnType<typeof setTimeout> | undefined;

  constructor(source: StreamSource) {
    this.#source = source;
    // After a machine slept or was offline, the connection may be dead, or the pause before the next attempt longer than necessary.
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

  // An inbox is covered by any session: it hears only of the documents that are followed.
  #covers({ place: { documentId } }: Follower): boolean {
    return this.#session !== undefined && (documentId === undefined || this.#session.documentIds.includes(documentId));
  }

  // Waits a moment, because parts of a page often subscribe and unsubscribe together.
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

  /** Reconnects until the session ends or fails permanently. */
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

  /** Drops the lists that were refused; the other lists start again without them. */
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

  /** Reads the events of one connection until it ends. */
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
      // Any failure while reading is a failure of the connection, so the stream reconnects.
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
    // The cursor moves past an event only after all lists have handled it.
    if (id !== "") this.#cursor = id;
  }

  #greet(follower: Follower): void {
    if (this.#begun.has(follower)) follower.resume();
    else follower.begin();
    this.#begun.add(follower);
  }

  /** Whether another attempt may succeed. Prepares for it. */
  #mayPass(error: unknown): boolean {
    if (error === undefined || isOutage(error)) return true;
    if (!(error instanceof ParleyError)) return false;
    if (error.status === "OUT_OF_RANGE") {
      this.#cursor = fromNow;
      return true;
    }
    // Within a stream this may concern a token that was valid when the stream was opened: the next attempt tells what is true now.
    if (error.status === "UNAUTHENTICATED" && this.#isLive) this.#source.onRefused();
    return this.#isLive;
  }
}

/** The field that a failure names, if any. */
function fieldOf(failure: unknown): string {
  const [first] = failure instanceof ParleyError && Array.isArray(failure.details) ? failure.details : [];
  return String((first as { readonly field?: unknown } | undefined)?.field ?? "");
}

// The pause is random, so that pages which lost their connection together do not all reconnect at once.
function restMs(failure: unknown, failures: number): number {
  const most = failure === undefined ? restAfterEndMs : Math.min(longestRestMs, firstRestMs * 2 ** failures);
  const least = failure instanceof ParleyError ? (failure.retryAfterMs ?? 0) : 0;
  return Math.max(Math.random() * most, Math.min(least, longestRestMs));
}

import { eventsOf, type ServerSentEvent } from "../../ai/server-sent-events.ts";
import { isOutage, pause } from "../../calls/retries.ts";
import { connectionError, errorOf, ParleyError } from "../../errors/errors.ts";
import type { Change } from "../../gen/types.ts";
import type { FetchAnswer } from "../../sending/fetch.ts";
import type { Follower } from "./follower.ts";
import { onPageChange } from "./page.ts";
import { fieldOf, isUnauthenticated, restMs } from "./stream-failure.ts";
import { joinWindows, onConnection, type Told } from "./windows.ts";

export interface StreamSource {
  /** Opens the stream of these documents after a cursor; without documents, the stream of the whole organization. */
  readonly open: (documentIds: readonly string[], cursor: string, signal: AbortSignal) => Promise<FetchAnswer>;
  /** The server no longer accepts the token with which the stream was opened. */
  readonly onRefused: () => void;
  /** The address of the server. */
  readonly host: string;
  /** The name by which the windows of a browser share the stream of these documents; undefined where they do not. */
  readonly nameOf: (documentIds: readonly string[], signal: AbortSignal) => Promise<string | undefined>;
}

/** A connection that lasted longer was stable: a failure after it counts as the first one. */
const steadyMs = 5_000;
// Bookmarks come every 15 s.
const longestSilenceMs = 40_000;
// The window with the connection notices its silence first, and says so.
const longestSilenceOfOthersMs = 60_000;
const fromNow = "now";

/**
 * The single connection of all lists of an organization, which windows that follow the same documents share; it is open while there is a
 * list. Whatever ends it, it reconnects and resumes after the last event. It starts again from now when the lists follow other documents,
 * or when the server no longer knows the cursor.
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
  /** Whether the current connection has brought an event. */
  #isHeard = false;
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
      (isAway) => this.#onAway(isAway),
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

  // An inbox is covered by any session: it receives only changes of the documents that are followed.
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
    this.#cursor = fromNow;
    void this.#start(documentIds);
  }

  async #start(documentIds: readonly string[]): Promise<void> {
    const leaving = new AbortController();
    this.#session = { documentIds, leaving };
    const { signal } = leaving;
    const name = await this.#source.nameOf(documentIds, signal).catch(() => undefined);
    if (signal.aborted) return;
    let hasJoined = false;
    const hear = (told: Told) => {
      if (told === null) return this.#interrupt(undefined);
      // A window that joins has missed what the others have received, so its lists have to read everything.
      if (told.isFresh || !hasJoined) this.#restart();
      hasJoined = true;
      this.#hear(told.event);
    };
    const greeting = () => (this.#isLive ? { event: { event: "bookmark", id: this.#cursor, data: {} }, isFresh: false } : null);
    const lead = () => this.#follow(documentIds, signal, (told) => tell(told));
    const tell = joinWindows(name, { lead, hear, greeting, longestSilenceMs: longestSilenceOfOthersMs }, signal);
  }

  // A page that the browser keeps for the way back may hold neither locks nor connections.
  #onAway(isAway: boolean): void {
    if (this.#session === undefined) return;
    this.#session.leaving.abort();
    this.#interrupt(undefined);
    if (!isAway) void this.#start(this.#session.documentIds);
  }

  #restart(): void {
    this.#isLive = false;
    this.#cursor = fromNow;
  }

  #interrupt(error: unknown): void {
    this.#isLive = false;
    for (const follower of [...this.#followers]) follower.interrupt(error, false);
  }

  /** Reconnects until the session ends or fails permanently. */
  async #follow(documentIds: readonly string[], leaving: AbortSignal, tell: (told: Told) => void): Promise<void> {
    for (let failures = 0; !leaving.aborted; failures++) {
      this.#attempt = new AbortController();
      const signal = AbortSignal.any([leaving, this.#attempt.signal]);
      const startedMs = Date.now();
      this.#isHeard = false;
      let failure: unknown;
      try {
        await onConnection(this.#source.host, () => this.#listen(documentIds, signal, tell));
      } catch (error) {
        failure = error;
      }
      if (leaving.aborted) return;
      const isFinal = !signal.aborted && !this.#mayPass(failure);
      if (this.#isHeard && Date.now() - startedMs > steadyMs) failures = 0;
      if (isFinal) return this.#lose(failure, documentIds);
      // A stream that ends with its token, or by the server's wish, is followed by the next one without a word.
      if (!this.#isHeard || !(failure === undefined || isUnauthenticated(failure))) {
        this.#interrupt(failure);
        tell(null);
      }
      await pause(restMs(failure, failures), signal).catch(() => undefined);
    }
  }

  /** Drops the lists that were refused; the other lists start again without them. */
  #lose(failure: unknown, documentIds: readonly string[]): void {
    const [, nth] = /^documentIds\[(\d+)\]/.exec(fieldOf(failure)) ?? [];
    const refused = nth === undefined ? undefined : documentIds[Number(nth)];
    this.#session?.leaving.abort();
    this.#session = undefined;
    this.#isLive = false;
    for (const follower of [...this.#followers]) {
      const isLost = refused === undefined || follower.place.documentId === refused;
      if (isLost) this.#followers.delete(follower);
      if (isLost) this.#begun.delete(follower);
      follower.interrupt(failure, isLost);
    }
    this.#arrangeSoon();
  }

  /** Reads the events of one connection until it ends. */
  async #listen(documentIds: readonly string[], signal: AbortSignal, tell: (told: Told) => void): Promise<void> {
    let isFresh = this.#cursor === fromNow;
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
        this.#isHeard = true;
        tell({ event, isFresh });
        isFresh = false;
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
    if (isUnauthenticated(error) && this.#isHeard) this.#source.onRefused();
    return this.#isHeard;
  }
}

import { isOutage } from "../../calls/retries.ts";
import { ParleyError } from "../../errors/errors.ts";
import type { Change, CommentAnnotation as Thread } from "../../gen/types.ts";
import type { ChangeStream } from "./change-stream.ts";
import type { DocumentPlace, Follower } from "./follower.ts";
import type { LiveThread } from "./live-thread.ts";
import { Store } from "./store.ts";
import { type Write, Writes } from "./writes.ts";

/** The state of a live list of threads. */
export interface ThreadsState {
  /** Oldest first, including the user's writes that the server has not confirmed yet. */
  readonly threads: readonly LiveThread[];
  /** Whether the threads have been read. */
  readonly isLoaded: boolean;
  /** Whether changes arrive as they happen. While this is false, the client reconnects by itself unless there is an `error`. */
  readonly isLive: boolean;
  /** Whether the threads are read again every ten seconds instead, because there is no stream of changes. */
  readonly isPolled: boolean;
  /** Whether there are more threads than the 1,000 that a list holds. */
  readonly hasMore: boolean;
  /** Why the threads cannot be read, or are no longer live. */
  readonly error: unknown;
}

export interface ThreadsSource {
  readonly place: DocumentPlace;
  readonly stream: ChangeStream;
  readonly read: () => AsyncIterable<Thread>;
  /** Whether a thread belongs to the list. */
  readonly isIn: (thread: Thread) => boolean;
}

const most = 1_000;
const readAgainMs = 5_000;
const pollMs = 10_000;
const empty: ThreadsState = { threads: [], isLoaded: false, isLive: false, isPolled: false, hasMore: false, error: undefined };

/** The threads of a document as the server sends them, with the user's own writes applied. */
export class ThreadsStore extends Store<ThreadsState> implements Follower {
  readonly place: DocumentPlace;
  readonly #source: ThreadsSource;
  readonly #writes = new Writes(() => this.#show());
  #server = new Map<string, Thread>();
  /** Changes that arrived while the threads were being read. */
  #early: Change[] | undefined;
  #readings = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #showing: ReturnType<typeof setTimeout> | undefined;

  constructor(source: ThreadsSource) {
    super(empty);
    this.#source = source;
    this.place = source.place;
  }

  write(write: Write): Promise<void> {
    return this.#writes.add(write);
  }

  protected override start(): void {
    this.#source.stream.add(this);
    this.#readIn(pollMs);
  }

  protected override stop(): void {
    this.#source.stream.remove(this);
    this.#readings++;
    clearTimeout(this.#timer);
    this.change({ isLive: false, isPolled: false });
  }

  begin(): void {
    this.change({ isLive: true, isPolled: false });
    void this.#read();
  }

  resume(): void {
    this.change({ isLive: true, isPolled: false });
    // A read that has begun, or failed, goes on.
    if (this.#early === undefined) clearTimeout(this.#timer);
    this.#writes.resume();
  }

  interrupt(error: unknown, isFinal: boolean): void {
    this.change({ isLive: false });
    if (isFinal) {
      clearTimeout(this.#timer);
      this.change({ isPolled: false, error });
    } else if (!this.getSnapshot().isPolled) {
      // The server has no stream left for this user: a short wait changes nothing.
      const isRefused = error instanceof ParleyError && error.httpStatus === 429;
      this.#readIn(isRefused && !this.getSnapshot().isLoaded ? 0 : pollMs);
    }
  }

  hear(change: Change): void {
    if (change.documentId !== this.place.documentId) return;
    if (change.actionType === "document.delete") void this.#read();
    else if (this.#early !== undefined) this.#early.push(change);
    else this.#apply(change);
  }

  #readIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), ms);
  }

  async #read(): Promise<void> {
    clearTimeout(this.#timer);
    const nth = ++this.#readings;
    const confirmed = this.#writes.confirmed;
    this.#early = [];
    try {
      const { threads, hasMore } = await this.#readThreads();
      if (nth !== this.#readings) return;
      this.#server = new Map(threads.map((thread) => [thread.annotationId, thread]));
      this.#writes.readSince(confirmed);
      const early = this.#early;
      this.#early = undefined;
      for (const change of early) this.#apply(change);
      const isPolled = !this.getSnapshot().isLive;
      if (isPolled) this.#readIn(pollMs);
      this.change({ threads: this.#shown(), isLoaded: true, isPolled, hasMore, error: undefined });
      this.#writes.resume();
    } catch (error) {
      if (nth !== this.#readings) return;
      const isPassing = isOutage(error);
      if (isPassing) this.#readIn(readAgainMs);
      else this.#server.clear();
      const { isLive, isLoaded } = this.getSnapshot();
      // Without a network the list says by `isLive` that it is not up to date.
      const isKnown = isPassing && isLoaded && !isLive;
      this.change({ threads: this.#shown(), isPolled: false, ...(isKnown ? {} : { error }) });
    }
  }

  async #readThreads() {
    const threads: Thread[] = [];
    for await (const thread of this.#source.read()) {
      if (threads.length === most) return { threads, hasMore: true };
      threads.push(thread);
    }
    return { threads, hasMore: false };
  }

  #apply({ annotationId, thread }: Change): void {
    if (annotationId === null || thread === undefined) return;
    if (thread === null || !this.#source.isIn(thread)) this.#server.delete(annotationId);
    else this.#server.set(annotationId, thread);
    this.#writes.told(annotationId, thread ?? undefined);
    this.#showSoon();
  }

  // Changes that arrive together are shown together.
  #showSoon(): void {
    this.#showing ??= setTimeout(() => this.#show());
  }

  #show(): void {
    clearTimeout(this.#showing);
    this.#showing = undefined;
    this.change({ threads: this.#shown() });
  }

  #shown(): LiveThread[] {
    const ids = new Set([...this.#server.keys(), ...this.#writes.threadIds]);
    const threads = [...ids].flatMap((id) => this.#writes.over(id, this.#server.get(id)) ?? []);
    // The server's clock orders the threads. Unconfirmed threads come last, because they only have the time of this machine.
    return threads.sort((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ createdAt, pending }: LiveThread): number {
  return pending === undefined ? createdAt : Number.POSITIVE_INFINITY;
}

import { newId } from "../../calls/options.ts";
import { isOutage } from "../../calls/retries.ts";
import type { CommentAnnotation as Thread } from "../../gen/types.ts";
import type { LiveThread, Pending } from "./live-thread.ts";

/** A write of the user to a thread. */
export interface Write {
  readonly threadId: string;
  /** Returns the thread with the write; undefined for no thread. */
  readonly apply: (thread: LiveThread | undefined, pending: Pending | undefined) => LiveThread | undefined;
  /** Whether the thread already contains the write. */
  readonly isIn: (thread: LiveThread | undefined) => boolean;
  readonly send: (sentAs: SentAs) => Promise<unknown>;
  /** A refused add stays in the list, so that the text is not lost; any other refused write is undone. */
  readonly isAdd?: true;
}

/** The idempotency key of the request: the server returns its stored response when the request is repeated. */
export interface SentAs {
  readonly idempotencyKey: string;
}

interface Entry extends Write {
  sentAs: SentAs;
  state: "queued" | "sent" | "waiting" | "refused" | "confirmed";
  pending: Pending;
  /** The server has sent the thread with this write. */
  isSeen: boolean;
  /** How many changes of the thread have arrived since the server confirmed this write. */
  told: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const resendMs = 5_000;
// The first change after the confirmation may have been read before the write. The write's own change follows it.
const mostTold = 2;

/**
 * The user's writes, applied over the server's state until it contains them. The writes to one thread are sent one after another; a write
 * without a connection waits for one.
 */
export class Writes {
  readonly #onChange: () => void;
  #entries: readonly Entry[] = [];
  #resending: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Resolves when the server has confirmed the write, and rejects when the server has refused it. */
  add(write: Write): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Entry = { ...write, sentAs: freshKey(), state: "queued", pending: nothing, isSeen: false, told: 0, resolve, reject };
      this.#entries = [...this.#entries, entry];
      this.#set(entry, "queued");
      this.#sendNext(write.threadId);
    });
  }

  get threadIds(): ReadonlySet<string> {
    return new Set(this.#entries.map(({ threadId }) => threadId));
  }

  /** Returns the server's thread with the user's writes applied. */
  over(threadId: string, thread: Thread | undefined): LiveThread | undefined {
    let seen: LiveThread | undefined = thread;
    for (const entry of this.#entries) {
      if (entry.threadId !== threadId || entry.isIn(seen)) continue;
      seen = entry.apply(seen, entry.state === "confirmed" ? undefined : entry.pending);
    }
    return seen;
  }

  /** Notes that the server has sent a thread. */
  told(threadId: string, thread: Thread | undefined): void {
    this.#entries = this.#entries.filter((entry) => {
      if (entry.threadId !== threadId) return true;
      if (entry.isIn(thread)) entry.isSeen = true;
      if (entry.state !== "confirmed") return true;
      entry.told += 1;
      return entry.told < mostTold && !entry.isSeen;
    });
  }

  /** The writes that the server has confirmed so far. */
  get confirmed(): readonly object[] {
    return this.#entries.filter(({ state }) => state === "confirmed");
  }

  /** Drops these writes: they were confirmed before all threads were read. */
  readSince(confirmed: readonly object[]): void {
    this.#entries = this.#entries.filter((entry) => !confirmed.includes(entry));
  }

  /** Sends the writes that wait for a connection. */
  resume(): void {
    clearTimeout(this.#resending);
    for (const entry of this.#entries) if (entry.state === "waiting") this.#retry(entry);
  }

  #retry(entry: Entry): void {
    if (entry.state !== "waiting" && entry.state !== "refused") return;
    // The old key would return the stored refusal, although its cause may be gone. A repeat adds nothing twice, because the ids are the
    // same.
    if (entry.state === "refused") entry.sentAs = freshKey();
    this.#set(entry, "queued");
    this.#sendNext(entry.threadId);
  }

  #discard(entry: Entry): void {
    if (entry.state !== "refused") return;
    this.#remove(entry);
  }

  #sendNext(threadId: string): void {
    const next = this.#entries.find((entry) => entry.threadId === threadId && entry.state !== "confirmed" && entry.state !== "refused");
    if (next?.state !== "queued") return;
    next.state = "sent";
    next.send(next.sentAs).then(
      () => this.#confirm(next),
      (error: unknown) => this.#fail(next, error),
    );
  }

  #confirm(entry: Entry): void {
    entry.state = "confirmed";
    entry.resolve();
    if (entry.isSeen) this.#remove(entry);
    else this.#onChange();
    this.#sendNext(entry.threadId);
  }

  #fail(entry: Entry, error: unknown): void {
    if (isOutage(error)) {
      this.#set(entry, "waiting", error);
      clearTimeout(this.#resending);
      this.#resending = setTimeout(() => this.resume(), resendMs);
      return;
    }
    entry.reject(error);
    if (entry.isAdd) this.#set(entry, "refused", error);
    else this.#remove(entry);
    this.#sendNext(entry.threadId);
  }

  #remove(entry: Entry): void {
    this.#entries = this.#entries.filter((each) => each !== entry);
    this.#onChange();
  }

  #set(entry: Entry, state: "queued" | "waiting" | "refused", error?: unknown): void {
    entry.state = state;
    entry.pending = {
      state: state === "queued" ? "sending" : state,
      error,
      retry: () => this.#retry(entry),
      discard: () => this.#discard(entry),
    };
    this.#onChange();
  }
}

function freshKey(): SentAs {
  return { idempotencyKey: newId() };
}

const nothing: Pending = { state: "sending", error: undefined, retry: () => undefined, discard: () => undefined };

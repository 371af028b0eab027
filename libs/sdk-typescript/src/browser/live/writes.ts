import { newId } from "../../calls/new-id.ts";
import { isOutage } from "../../calls/retries.ts";
import type { LiveThread, Pending, Thread } from "./live-thread.ts";

/** What a user does to a thread. */
export interface Write {
  readonly threadId: string;
  /** The thread with it; undefined when there is none. */
  readonly apply: (thread: LiveThread | undefined, pending: Pending | undefined) => LiveThread | undefined;
  /** Whether the thread has it already. */
  readonly isIn: (thread: LiveThread | undefined) => boolean;
  readonly send: (sentAs: SentAs) => Promise<unknown>;
  /** An add stays in its place when it is refused, so that what was typed is not lost; anything else is undone. */
  readonly isAdd?: true;
}

/** The key under which the server stores its response, and returns that again when the request comes again. */
export interface SentAs {
  readonly idempotencyKey: string;
}

interface Entry extends Write {
  sentAs: SentAs;
  state: "queued" | "sent" | "waiting" | "refused" | "confirmed";
  pending: Pending;
  /** The server has told of the thread with it. */
  isSeen: boolean;
  /** How often it has told of the thread since it confirmed this. */
  told: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const resendMs = 5_000;
// One that was told may have been read before the confirmed write; the write's own comes after it.
const mostTold = 2;

/**
 * The user's writes, laid over what the server says until that has them. Those to one thread are sent one after the other; what finds no connection waits for one.
 */
export class Writes {
  readonly #onChange: () => void;
  #entries: readonly Entry[] = [];
  #resending: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Resolves when the server has confirmed it; fails when the server has refused it. */
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

  /** A thread of the server's as the user has left it. */
  over(threadId: string, thread: Thread | undefined): LiveThread | undefined {
    let seen: LiveThread | undefined = thread;
    for (const entry of this.#entries) {
      if (entry.threadId !== threadId || entry.isIn(seen)) continue;
      seen = entry.apply(seen, entry.state === "confirmed" ? undefined : entry.pending);
    }
    return seen;
  }

  /** The server has told of a thread. */
  told(threadId: string, thread: Thread | undefined): void {
    this.#entries = this.#entries.filter((entry) => {
      if (entry.threadId !== threadId) return true;
      if (entry.isIn(thread)) entry.isSeen = true;
      if (entry.state !== "confirmed") return true;
      entry.told += 1;
      return entry.told < mostTold && !entry.isSeen;
    });
  }

  /** What the server has confirmed by now. */
  get confirmed(): readonly object[] {
    return this.#entries.filter(({ state }) => state === "confirmed");
  }

  /** All threads were read after these had been confirmed. */
  readSince(confirmed: readonly object[]): void {
    this.#entries = this.#entries.filter((entry) => !confirmed.includes(entry));
  }

  /** Sends what waits for a connection. */
  resume(): void {
    clearTimeout(this.#resending);
    for (const entry of this.#entries) if (entry.state === "waiting") this.#retry(entry);
  }

  #retry(entry: Entry): void {
    if (entry.state !== "waiting" && entry.state !== "refused") return;
    // The old key would return the stored refusal, although the reason may have gone. Nothing is added twice: the ids are the same.
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

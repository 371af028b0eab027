import type { CommentAnnotation as Thread, ThreadComment } from "../../gen/types.ts";

/** The state of a write that the server has not confirmed yet. */
export interface Pending {
  /** The write is being sent, waits for a connection, or was refused. */
  readonly state: "sending" | "waiting" | "refused";
  /** Why the write waits or was refused. */
  readonly error: unknown;
  /** Sends it again. */
  readonly retry: () => void;
  /** Discards the write after it was refused. */
  readonly discard: () => void;
}

/** A comment in a live list. */
export interface LiveComment extends ThreadComment {
  /** Set until the server has confirmed the comment. */
  readonly pending?: Pending | undefined;
}

/** A thread in a live list, including the user's own writes. */
export interface LiveThread extends Omit<Thread, "comments"> {
  readonly comments: readonly LiveComment[];
  /** Set until the server has confirmed the thread. */
  readonly pending?: Pending | undefined;
}

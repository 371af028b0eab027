import type { ChangeThread, ThreadComment } from "../../gen/types.ts";

/** A thread as the server tells of it. */
export type Thread = ChangeThread;

/** Something that the server has not confirmed yet. */
export interface Pending {
  /** On its way; waiting for a connection; refused. */
  readonly state: "sending" | "waiting" | "refused";
  /** Why it waits or was refused. */
  readonly error: unknown;
  /** Sends it again. */
  readonly retry: () => void;
  /** Takes it away, once it was refused. */
  readonly discard: () => void;
}

/** A comment in a live list. */
export interface LiveComment extends ThreadComment {
  /** Set while the server has not confirmed that it was added. */
  readonly pending?: Pending | undefined;
}

/** A thread in a live list, with what its user has done to it. */
export interface LiveThread extends Omit<Thread, "comments"> {
  readonly comments: readonly LiveComment[];
  /** Set while the server has not confirmed that it was added. */
  readonly pending?: Pending | undefined;
}

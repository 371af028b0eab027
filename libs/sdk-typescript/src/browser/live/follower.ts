import type { Change } from "../../gen/types.ts";

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
  /** The stream starts here: the list has to read what exists, and receives every later change. */
  begin(): void;
  /** The stream continues after the last change that the list has received. */
  resume(): void;
  /** The stream is interrupted; `isFinal` says that it does not come back, because the error is permanent. */
  interrupt(error: unknown, isFinal: boolean): void;
  hear(change: Change): void;
}

import type { Times } from "../../times/times.ts";
import type { Found, FoundThread } from "./found.ts";
import type { LeftOut } from "./left-out.ts";
import type { People } from "./people.ts";

/** One response of a source, or one line or row of a file. `organizationId` is the organization that was requested, if any. */
export interface Answer {
  readonly value: unknown;
  readonly organizationId?: string;
}

/** The context of a conversion. */
export interface Context {
  /** The organization of threads that name none. */
  readonly organizationId: string | undefined;
  /** The document of threads that name none. */
  readonly documentId: string | undefined;
  /** The location key that names the document, in sources without documents. */
  readonly documentKey: string | undefined;
  readonly people: People;
  /** Reads the times of the source. */
  readonly times: Times;
  readonly leftOut: LeftOut;
}

/** Requests data from a source. Responses are not requested again, even after a kill. */
export interface SourceClient {
  get(path: string): Promise<unknown>;
  /** The same; null if the source answers that it has no such thing. */
  find(path: string): Promise<unknown>;
  post(path: string, data: unknown): Promise<unknown>;
  /** Like `find`, but requested again each time, for a response that expires. */
  now(path: string): Promise<unknown>;
}

/** A product whose threads can be converted. */
export interface Source {
  /** All responses of the source, requested one after another. */
  readonly ask: (client: SourceClient, organizationIds: readonly string[]) => AsyncIterable<Answer>;
  readonly read: (answers: AsyncIterable<Answer>, context: Context) => AsyncIterable<Found>;
  /** The path at which the source returns the current `url` of an attachment's file, if its threads do not have it. */
  readonly filePath?: (thread: FoundThread, attachmentId: string) => string;
}

import type { Found } from "./found.ts";
import type { LeftOut } from "./left-out.ts";
import type { People } from "./people.ts";

/** One answer of a source, or one line or row of a file, with the place that was asked for. */
export interface Answer {
  readonly value: unknown;
  readonly organizationId?: string;
}

/** What a conversion works with. */
export interface Context {
  /** The organization of what names none. */
  readonly organizationId: string | undefined;
  /** The document of what names none. */
  readonly documentId: string | undefined;
  /** The key of a location that names the document, in sources that have no documents. */
  readonly documentKey: string | undefined;
  readonly people: People;
  readonly leftOut: LeftOut;
}

/** Asks a source. What it answered once is not asked again, also after a kill. */
export interface SourceClient {
  get(path: string): Promise<unknown>;
  post(path: string, data: unknown): Promise<unknown>;
}

/** A product whose threads can be converted. */
export interface Source {
  /** All answers of the source, asked one after the other. */
  readonly ask: (client: SourceClient, organizationIds: readonly string[]) => AsyncIterable<Answer>;
  readonly read: (answers: AsyncIterable<Answer>, context: Context) => AsyncIterable<Found>;
}

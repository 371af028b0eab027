import type { Database, Db } from "@parley/database";
import type { ErasureKind } from "./erasure-kind.ts";

/** What is removed. */
export interface ErasureScope {
  readonly userIds: readonly string[];
  /** Of users: where; empty means everywhere. Of places: the one organization. */
  readonly organizationIds: readonly string[];
  /** Of folders: the ones that were deleted with all below them. */
  readonly folderIds: readonly string[];
  readonly documentIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly locationName: string;
}

/** A removal as a service knows it. */
export interface Erasure {
  readonly apiKeyId: string;
  readonly jobId: string;
  readonly kind: ErasureKind;
  /** What was written later stays. */
  readonly requestedAtMs: number;
  readonly scope: ErasureScope;
}

/** Where a collection has to be looked through: a user or a document within an organization. */
export interface Range {
  readonly organizationId: string;
  /** The user or the document; empty when the organization as a whole is meant. */
  readonly id: string;
  /** The location, by id or name; empty when there is none. */
  readonly part: string;
}

export interface RangePage {
  readonly ranges: readonly Range[];
  /** Where the next page begins; undefined when there is none. */
  readonly next: string | undefined;
}

/** How far a range has been looked through: the values of the last row, in the order in which rows are read. */
export type Key = readonly (string | number)[];

/** A piece of work that fits into one transaction. */
export interface Chunk {
  readonly erasure: Erasure;
  /** The first one goes on behind `after`, the others begin. Never empty. */
  readonly ranges: readonly Range[];
  /** Empty: at the beginning. */
  readonly after: Key;
  /** Most rows to look at. */
  readonly limit: number;
}

export interface Erased {
  /** How many rows were removed or changed. */
  readonly rows: number;
  /** Where to go on, the range counted within the chunk's; undefined when all ranges have been looked through. */
  readonly next: { readonly range: number; readonly key: Key } | undefined;
}

/** How one collection is removed from. */
export interface Eraser {
  /** The ranges behind `page` (empty: the first ones). Runs outside of any transaction. */
  ranges(db: Database, erasure: Erasure, page: string): Promise<RangePage>;
  /** Removes a chunk: nothing but statements on `tx`. */
  erase(tx: Db, chunk: Chunk): Promise<Erased>;
}

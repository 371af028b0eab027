import type { Database, Db } from "@parley/database";

const ofPlaces = {
  users: ["memberships", "messages"],
  activity: ["threads", "recordings", "activities", "messages"],
  notifications: ["notifications", "configs", "webhooks", "webhook-counters", "emails", "messages"],
} as const;

// Every row of the API key, in any table.
const everything = ["rows"] as const;

/**
 * The collections of each service from which each kind of erasure erases. The tasks of a job are derived from it, and each service must
 * implement its own: a gap does not compile.
 */
export const erasurePlan = {
  users: {
    user: ["profiles", "memberships", "groups", "messages"],
    organization: ["memberships", "groups", "messages"],
    folder: ofPlaces.users,
    document: ofPlaces.users,
    location: [],
    apiKey: everything,
  },
  directory: {
    user: ["messages"],
    organization: ["messages"],
    folder: ["messages"],
    document: ["messages"],
    location: ["messages"],
    apiKey: everything,
  },
  activity: {
    user: ["comments", "assignments", "resolutions", "reactions", "recordings", "activities", "mentions", "messages"],
    organization: ofPlaces.activity,
    folder: ofPlaces.activity,
    document: ofPlaces.activity,
    location: ["threads", "recordings", "messages"],
    apiKey: everything,
  },
  notifications: {
    user: [
      ...["notifications", "recipients", "mentions", "read-marks", "configs", "webhooks"],
      ...["emails", "email-items", "email-suppressions", "messages"],
    ],
    organization: ofPlaces.notifications,
    folder: ofPlaces.notifications,
    document: ofPlaces.notifications,
    location: ["notifications", "webhooks", "emails", "messages"],
    apiKey: everything,
  },
  rewriter: { user: [], organization: [], folder: [], document: [], location: [], apiKey: everything },
  // The tokens that users hold in their browsers are revoked: with them, the users could continue to write.
  workspace: { user: ["tokens"], organization: [], folder: [], document: [], location: [], apiKey: [] },
} as const satisfies Record<string, Record<ErasureKind, readonly string[]>>;

export type ErasureService = keyof typeof erasurePlan;

/** Erased last, because other rows are found through these. */
const lastPlan = {
  directory: { organization: ["places"], folder: ["places"], document: ["places"] },
  // Responses stored for idempotency keys and audit records also name erased subjects. The configuration of an API key is not needed once
  // its data is gone.
  workspace: {
    user: ["answers", "audit"],
    organization: ["answers"],
    folder: ["answers"],
    document: ["answers"],
    location: ["answers"],
    apiKey: everything,
  },
} as const satisfies Partial<Record<ErasureService, Partial<Record<ErasureKind, readonly string[]>>>>;

type Names<List> = List extends readonly (infer Name extends string)[] ? Name : never;
type LastNames<Service extends ErasureService, Kind extends ErasureKind> = Service extends keyof typeof lastPlan
  ? Kind extends keyof (typeof lastPlan)[Service]
    ? Names<(typeof lastPlan)[Service][Kind]>
    : never
  : never;

/** A service's eraser for each of its collections and each kind of erasure. */
export type Erasers<Service extends ErasureService> = {
  readonly [Kind in ErasureKind]: {
    readonly [Name in Names<(typeof erasurePlan)[Service][Kind]> | LastNames<Service, Kind>]: Eraser;
  };
};

export interface Task {
  readonly service: string;
  readonly collection: string;
  readonly stage: number;
}

/**
 * All tasks of a job. Each collection is erased from twice, because a write that had begun before the request may have ended after the
 * first pass.
 */
export function tasksOf(kind: ErasureKind): Task[] {
  const of = (plan: Readonly<Record<string, Partial<Record<ErasureKind, readonly string[]>>>>, stage: number) =>
    Object.entries(plan).flatMap(([service, kinds]) => (kinds[kind] ?? []).map((collection) => ({ service, collection, stage })));
  return [...of(erasurePlan, 1), ...of(erasurePlan, 2), ...of(lastPlan, 3)];
}

/** What can be erased. */
export const erasureKinds = ["user", "organization", "folder", "document", "location", "apiKey"] as const;

export type ErasureKind = (typeof erasureKinds)[number];

/**
 * The kind with this name. An event that names an unknown kind becomes a dead letter, to be handled after this service was upgraded to a
 * version that knows it.
 */
export function knownKind(kind: string): ErasureKind {
  const known = erasureKinds.find((candidate) => candidate === kind);
  if (known === undefined) throw new Error(`This version cannot erase a ${kind.slice(0, 100)}.`);
  return known;
}

/** What is erased. */
export interface ErasureScope {
  readonly userIds: readonly string[];
  /** For users: the organizations; empty means all. For places: the one organization. */
  readonly organizationIds: readonly string[];
  /** For folders: the deleted folders, with all their contents. */
  readonly folderIds: readonly string[];
  readonly documentIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly locationName: string;
  /** For users: by how much the time of the request lies ahead, because their pages could not be refused at once. */
  readonly aheadMs: number;
}

/** An erasure, as a service knows it. */
export interface Erasure {
  readonly apiKeyId: string;
  readonly jobId: string;
  readonly kind: ErasureKind;
  /** Rows written later stay. */
  readonly requestedAtMs: number;
  readonly scope: ErasureScope;
}

/** A part of a collection to search: a user or a document within an organization. */
export interface Range {
  readonly organizationId: string;
  /** The user or the document; empty for the whole organization. */
  readonly id: string;
  /** A part of it: a location by id or name, or another part that an eraser distinguishes; empty for the whole. */
  readonly part: string;
}

export interface RangePage {
  readonly ranges: readonly Range[];
  /** Where the next page begins; undefined on the last. */
  readonly next: string | undefined;
}

/** A position within a range: the values of the last row that was read, in reading order. */
export type Key = readonly (string | number)[];

/** A piece of work that fits into one transaction. */
export interface Chunk {
  readonly erasure: Erasure;
  /** The first range continues after `after`, the others start at their beginning. Never empty. */
  readonly ranges: readonly Range[];
  /** Empty: start at the beginning. */
  readonly after: Key;
  /** Most rows to read. */
  readonly limit: number;
}

export interface Erased {
  /** How many rows were erased or changed. */
  readonly rows: number;
  /** Where to continue, with the range's index within the chunk; undefined when all ranges are done. */
  readonly next: { readonly range: number; readonly key: Key } | undefined;
}

/** Ranges whose rows are counted, up to the limit. */
export type Counted = Pick<Chunk, "erasure" | "ranges" | "limit">;

/** Erases from one collection. */
export interface Eraser {
  /** The ranges after `page` (empty: the first ones). Runs outside of any transaction. */
  ranges(db: Database, erasure: Erasure, page: string): Promise<RangePage>;
  /** Erases a chunk; runs only statements on `tx`. */
  erase(tx: Db, chunk: Chunk): Promise<Erased>;
  /** The number of rows that `erase` would erase or change in these ranges, counted up to the limit. Changes nothing. */
  count(database: Database, counted: Counted): Promise<number>;
  /**
   * Set where `count` does not tell what is left of an erasure that has run: it may be an estimate, or count what was created since. Then a
   * pass of `erase` that changes nothing tells it.
   */
  readonly isProvenByPass?: boolean;
}

import type { Database, Db } from "@parley/database";

const ofPlaces = {
  users: ["memberships", "messages"],
  activity: ["threads", "recordings", "activities", "messages"],
  notifications: ["notifications", "configs", "webhooks", "webhook-counters", "emails", "messages"],
} as const;

// Every row of the API key, whatever table it is in.
const everything = ["rows"] as const;

/**
 * The collections of each service from which the deletion of a thing erases data. The tasks of a job are made from it, and a service has to
 * implement each of its own: a gap does not compile.
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
    user: ["comments", "assignments", "reactions", "recordings", "activities", "mentions", "messages"],
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
  // Ends what users hold in their browsers before anything else is erased: they would go on writing.
  workspace: { user: ["tokens"], organization: [], folder: [], document: [], location: [], apiKey: [] },
} as const satisfies Record<string, Record<ErasureKind, readonly string[]>>;

export type ErasureService = keyof typeof erasurePlan;

/** Erased when everything else is gone: until then others are found through it. */
const lastPlan = {
  directory: { organization: ["places"], folder: ["places"], document: ["places"] },
  // Responses stored for idempotency keys name what was erased, and so do records of the audit log; and an API key of which nothing is left has no configuration.
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

/** How a service erases from each of its collections, for each kind of erasure. */
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

/** All tasks of a job: each collection twice, because a write that had begun before the request may have ended after the first pass. */
export function tasksOf(kind: ErasureKind): Task[] {
  const of = (plan: Readonly<Record<string, Partial<Record<ErasureKind, readonly string[]>>>>, stage: number) =>
    Object.entries(plan).flatMap(([service, kinds]) => (kinds[kind] ?? []).map((collection) => ({ service, collection, stage })));
  return [...of(erasurePlan, 1), ...of(erasurePlan, 2), ...of(lastPlan, 3)];
}

/** What can be erased. */
export const erasureKinds = ["user", "organization", "folder", "document", "location", "apiKey"] as const;

export type ErasureKind = (typeof erasureKinds)[number];

/**
 * The kind of this name. An event that names an unknown one becomes a dead letter, to be handled when this service has been upgraded to a
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
  /** For users: where; empty means everywhere. For places: the one organization. */
  readonly organizationIds: readonly string[];
  /** For folders: those that were deleted with everything in them. */
  readonly folderIds: readonly string[];
  readonly documentIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly locationName: string;
}

/** An erasure as a service knows it. */
export interface Erasure {
  readonly apiKeyId: string;
  readonly jobId: string;
  readonly kind: ErasureKind;
  /** Rows written later stay. */
  readonly requestedAtMs: number;
  readonly scope: ErasureScope;
}

/** Where to look in a collection: a user or a document within an organization. */
export interface Range {
  readonly organizationId: string;
  /** The user or the document; empty for the organization as a whole. */
  readonly id: string;
  /** A part of it: a location by id or name, or what else an eraser tells apart; empty for the whole. */
  readonly part: string;
}

export interface RangePage {
  readonly ranges: readonly Range[];
  /** Where the next page begins; undefined on the last. */
  readonly next: string | undefined;
}

/** How far a range has been read: the values of the last row, in the order in which rows are read. */
export type Key = readonly (string | number)[];

/** A piece of work that fits into one transaction. */
export interface Chunk {
  readonly erasure: Erasure;
  /** The first one continues after `after`, the others from their beginning. Never empty. */
  readonly ranges: readonly Range[];
  /** Empty: at the beginning. */
  readonly after: Key;
  /** Most rows to read. */
  readonly limit: number;
}

export interface Erased {
  /** How many rows were erased or changed. */
  readonly rows: number;
  /** Where to continue, with the range counted within the chunk's; undefined when all ranges are done. */
  readonly next: { readonly range: number; readonly key: Key } | undefined;
}

/** Some ranges whose rows are counted: up to the limit. */
export type Counted = Pick<Chunk, "erasure" | "ranges" | "limit">;

/** How one collection is erased from. */
export interface Eraser {
  /** The ranges after `page` (empty: the first ones). Runs outside of any transaction. */
  ranges(db: Database, erasure: Erasure, page: string): Promise<RangePage>;
  /** Erases a chunk: runs nothing but statements on `tx`. */
  erase(tx: Db, chunk: Chunk): Promise<Erased>;
  /** How many rows `erase` would erase or change in these ranges, counted up to the limit. Changes nothing. */
  count(database: Database, counted: Counted): Promise<number>;
}

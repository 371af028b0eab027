import type { Database, Db } from "@parley/database";

const ofPlaces = {
  users: ["memberships", "messages"],
  activity: ["threads", "recordings", "activities", "messages"],
  notifications: ["notifications", "configs", "webhooks", "webhook-counters", "emails", "messages"],
} as const;

// Every row of the API key, whatever table it is in.
const everything = ["rows"] as const;

/**
 * Which collections of which service lose something when a thing is removed. The tasks of a job are made from it, and a service has to say how
 * for each of its own: a gap does not compile.
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
  workspace: { user: [], organization: [], folder: [], document: [], location: [], apiKey: [] },
} as const satisfies Record<string, Record<ErasureKind, readonly string[]>>;

export type ErasureService = keyof typeof erasurePlan;

/** What goes when everything else is gone: others are found by it until then. */
const lastPlan = {
  directory: { organization: ["places"], folder: ["places"], document: ["places"] },
  // Answers kept for idempotency keys name what was removed; and nothing is configured for an API key of which nothing is left.
  workspace: {
    user: ["answers"],
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

/** How a service removes from each of its collections, for each kind of removal. */
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

/** All tasks of a job: each collection twice, because a write that had begun before the request may have ended after the first look. */
export function tasksOf(kind: ErasureKind): Task[] {
  const of = (plan: Readonly<Record<string, Partial<Record<ErasureKind, readonly string[]>>>>, stage: number) =>
    Object.entries(plan).flatMap(([service, kinds]) => (kinds[kind] ?? []).map((collection) => ({ service, collection, stage })));
  return [...of(erasurePlan, 1), ...of(erasurePlan, 2), ...of(lastPlan, 3)];
}

/** What can be removed. */
export const erasureKinds = ["user", "organization", "folder", "document", "location", "apiKey"] as const;

export type ErasureKind = (typeof erasureKinds)[number];

/** The kind of this name. An event that names another one is kept as a dead letter, to be handled when this service has been brought to the version that knows it. */
export function knownKind(kind: string): ErasureKind {
  const known = erasureKinds.find((candidate) => candidate === kind);
  if (known === undefined) throw new Error(`This version cannot remove a ${kind.slice(0, 100)}.`);
  return known;
}

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
  /** The first one continues after `after`, the others begin. Never empty. */
  readonly ranges: readonly Range[];
  /** Empty: at the beginning. */
  readonly after: Key;
  /** Most rows to look at. */
  readonly limit: number;
}

export interface Erased {
  /** How many rows were removed or changed. */
  readonly rows: number;
  /** Where to continue, the range counted within the chunk's; undefined when all ranges have been looked through. */
  readonly next: { readonly range: number; readonly key: Key } | undefined;
}

/** How one collection is removed from. */
export interface Eraser {
  /** The ranges behind `page` (empty: the first ones). Runs outside of any transaction. */
  ranges(db: Database, erasure: Erasure, page: string): Promise<RangePage>;
  /** Removes a chunk: nothing but statements on `tx`. */
  erase(tx: Db, chunk: Chunk): Promise<Erased>;
}

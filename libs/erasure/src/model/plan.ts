import type { Eraser } from "./eraser.ts";
import type { ErasureKind } from "./erasure-kind.ts";

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

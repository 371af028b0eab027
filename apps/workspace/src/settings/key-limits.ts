import { type KeyLimitName, keyLimitNames, type MostName, mostName } from "@parley/kernel";
import type { ConfigOf, keyLimitSettings } from "@parley/runtime";
import { apiKeys } from "../schema.ts";

// All endpoints of a key are one message to the delivering service: no operator lets a key have more.
const maxEndpoints = 50;

/** A number for each limit of an API key, and one for the most that its workspace may set. */
type PerLimit<Value> = Readonly<Record<KeyLimitName | MostName<KeyLimitName>, Value>>;

/** Where the limits of an API key are stored. */
export const keyLimitColumns = {
  requestsPerSecond: apiKeys.requestsPerSecond,
  maxRequestsPerSecond: apiKeys.maxRequestsPerSecond,
  documents: apiKeys.documents,
  maxDocuments: apiKeys.maxDocuments,
  users: apiKeys.users,
  maxUsers: apiKeys.maxUsers,
  annotations: apiKeys.annotations,
  maxAnnotations: apiKeys.maxAnnotations,
  comments: apiKeys.comments,
  maxComments: apiKeys.maxComments,
  streams: apiKeys.streams,
  maxStreams: apiKeys.maxStreams,
  webhookEndpoints: apiKeys.webhookEndpoints,
  maxWebhookEndpoints: apiKeys.maxWebhookEndpoints,
} satisfies PerLimit<unknown>;

/** The limits of an API key as they are stored; null for one that is not set. */
export type StoredKeyLimits = PerLimit<number | null>;

const names = keyLimitNames.flatMap((name) => [name, mostName(name)]);

/** Those of a new API key. */
export const noStoredLimits = Object.fromEntries(names.map((name) => [name, null])) as StoredKeyLimits;

/** The limits as other services read them. */
export function limitsMessage(stored: StoredKeyLimits): PerLimit<number> {
  return Object.fromEntries(names.map((name) => [name, stored[name] ?? 0])) as PerLimit<number>;
}

/** What holds for every API key, beyond which only the operator lets one; 0 for no limit. */
export type KeyCeilings = Readonly<Record<KeyLimitName, number>>;

export function keyCeilings(config: ConfigOf<typeof keyLimitSettings>): KeyCeilings {
  return {
    requestsPerSecond: config.maxRequestsPerSecond,
    documents: config.maxDocuments,
    users: config.maxUsers,
    annotations: config.maxAnnotations,
    comments: config.maxComments,
    streams: config.maxStreams,
    webhookEndpoints: maxEndpoints,
  };
}

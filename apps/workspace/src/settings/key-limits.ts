import { type KeyLimitName, keyLimitNames, type MostName, mostName } from "@parley/kernel";
import type { ConfigOf, keyLimitSettings } from "@parley/runtime";
import { apiKeys } from "../schema.ts";

// All endpoints of a key are sent to the delivering service in one message, so not even the operator can set a higher limit.
const maxEndpoints = 50;

/** A number for each limit of an API key, and one for the highest value that its workspace may set. */
type PerLimit<Value> = Readonly<Record<KeyLimitName | MostName<KeyLimitName>, Value>>;

/** The columns of an API key's limits. */
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

/** The stored limits of an API key; null for one that is not set. */
export type StoredKeyLimits = PerLimit<number | null>;

const names = keyLimitNames.flatMap((name) => [name, mostName(name)]);

/** The limits of a new API key. */
export const noStoredLimits = Object.fromEntries(names.map((name) => [name, null])) as StoredKeyLimits;

/** The limits in the form in which other services read them. */
export function limitsMessage(stored: StoredKeyLimits): PerLimit<number> {
  return Object.fromEntries(names.map((name) => [name, stored[name] ?? 0])) as PerLimit<number>;
}

/** The installation's limits of every API key, which only the operator can exceed; 0 for no limit. */
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

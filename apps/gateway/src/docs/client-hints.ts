import type { OneItem, Operation, Single } from "../operations/operation.ts";

type Json = Record<string, unknown>;

/** Statuses after which a client may send the same request again; mutations with the same idempotency key. */
const retriedStatuses = [429, 502, 503, 504] as const;

/** Hints for generators of clients, beyond the operation's schema. */
export function clientHints(operation: Operation): Json {
  const variant = clientVariant(operation);
  return {
    "x-sdk-name": operation.sdk,
    // For an operation of users this is the role in the place, which the user's token gives.
    "x-role": operation.reach?.role ?? operation.role,
    "x-resource": operation.resource,
    ...(operation.sdkByHand === undefined ? {} : { "x-sdk-by-hand": operation.sdkByHand }),
    ...(variant === undefined ? {} : { "x-sdk-variant": variant }),
    ...(operation.single === undefined ? {} : { "x-sdk-single": singleHint(operation.single) }),
    ...(operation.oneItem === undefined ? {} : { "x-sdk-one-item": oneItemHint(operation.oneItem) }),
    ...(operation.response === undefined && operation.resultShape !== "none" ? { "x-no-data": true } : {}),
    ...(operation.bodyCredentials ? { "x-body-credentials": true } : {}),
    ...(operation.showsSecret ? { "x-shows-secret": true } : {}),
    ...(operation.paged && operation.paged !== "iterator"
      ? { "x-paged": { token: "pageToken", size: "pageSize", next: "result.nextPageToken", items: "result.data" } }
      : {}),
    ...(operation.feed ? { "x-feed": { cursor: "cursor", next: "result.nextCursor" } } : {}),
    ...(isBatch(operation) ? { "x-batch": { results: resultsOf(operation), success: "success", code: "code" } } : {}),
    "x-retry": { statuses: retriedStatuses, aborted: true, idempotencyKey: operation.mutates },
    ...(operation.timeoutMs === undefined ? {} : { "x-timeout-ms": operation.timeoutMs }),
  };
}

/** The second client method of the operation, for requests whose response has another form. */
export function clientVariant({ sdkVariant, removes, sdk }: Operation): Operation["sdkVariant"] {
  return sdkVariant ?? (removes && { name: `${sdk}DryRun`, sets: { dryRun: true } });
}

function singleHint({ sdk, ids, id, needs, takes = [] }: Single): Json {
  return { name: sdk, ids, id, needs, takes };
}

function oneItemHint({ sdk, items, item }: OneItem): Json {
  return { name: sdk, items, item };
}

/** Whether the response has one entry for each item, some of which may have failed. */
function isBatch({ response, mutates, extraFields }: Operation): boolean {
  return mutates && (response?.def.type === "record" || extraFields?.items !== undefined);
}

// An operation whose data is a list of ids has the entries next to it.
function resultsOf({ extraFields }: Operation): string {
  return extraFields?.items === undefined ? "result.data" : "result.items";
}

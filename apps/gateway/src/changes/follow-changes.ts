import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { type ActivityService, ReadChangesRequestSchema, type ReadChangesResponse } from "@parley/contracts/activity";
import { SingleFlight } from "@parley/kernel";
import { type Logger, OutageLog } from "@parley/runtime";
import { ChangesListener } from "./changes-listener.ts";
import { FollowedChanges } from "./followed-changes.ts";

interface FollowOptions {
  readonly log: Logger;
  readonly bookmarkMs: number;
}

const pollMs = 1_000;
const readWithinMs = 15_000;

/** Follows the changes that a request selects, until the signal aborts. */
export type FollowChanges = (
  request: MessageInitShape<typeof ReadChangesRequestSchema>,
  signal: AbortSignal,
) => AsyncIterable<ReadChangesResponse>;

/**
 * ReadChanges again and again, for the streams of a gateway: one listener for each API key, and pages that are read only when there may be
 * changes. An idle stream costs its connection and no call.
 */
export function followChanges(client: Client<typeof ActivityService>, { log, bookmarkMs }: FollowOptions): FollowChanges {
  const outage = new OutageLog(log);
  const listeners = new Map<string, ChangesListener>();
  const following = { client, pages: new SingleFlight<ReadChangesResponse>(readWithinMs), bookmarkMs, pollMs };
  const listenerOf = (apiKeyId: string) => {
    const known = listeners.get(apiKeyId);
    if (known !== undefined) return known;
    const listener = new ChangesListener({ client, apiKeyId, outage, onEnd: () => listeners.delete(apiKeyId) });
    listeners.set(apiKeyId, listener);
    return listener;
  };
  return (asked, signal) => {
    const request = create(ReadChangesRequestSchema, asked);
    const followed = new FollowedChanges(following, listenerOf(request.apiKeyId), request);
    signal.addEventListener("abort", () => followed.end(), { once: true });
    return followed;
  };
}

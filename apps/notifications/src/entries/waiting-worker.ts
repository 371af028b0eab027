import { backoffMs } from "@parley/kernel";
import type { Lease, NewWork, Worker } from "@parley/messaging";
import type { EntriesContext } from "../context.ts";
import type { TriggerEvent } from "./entries-of.ts";
import { participantsOf } from "./participants.ts";
import { selectWaitingEvents, takeWaitingEvents, type WaitingEvent } from "./waiting-events.store.ts";
import { type KnownEvent, writeEntries } from "./write-entries.ts";

const kind = "waiting-entries";
// Events handled in one transaction: they are in memory together, each as large as an event may be.
const handledTogether = 20;
const longestRetryMs = 60_000;

export const waitingWork = {
  kind,
  /** Work is added even if the API key has some already, because that may just have ended. */
  of: (events: readonly TriggerEvent[]): NewWork[] =>
    [...new Set(events.map(({ message: { apiKeyId } }) => apiKeyId))].map((apiKeyId) => ({ apiKeyId, payload: "" })),
};

/** Handles the waiting events of an API key, in order, once the users service can look up whom their entries may name. */
export function waitingWorker(context: EntriesContext): Worker {
  return {
    kind,
    concurrency: 2,
    perKey: 1,
    handle: async (lease) => {
      while (await handleSome(context, lease)) lease.signal.throwIfAborted();
    },
    retryAfterMs: (attempts) => backoffMs(attempts, longestRetryMs, 1_000),
  };
}

/** Returns whether there may be more. */
async function handleSome(context: EntriesContext, lease: Lease): Promise<boolean> {
  const { database } = context;
  const { apiKeyId } = lease;
  const events = await selectWaitingEvents(database, apiKeyId, handledTogether);
  const known: (KnownEvent & { readonly event: WaitingEvent })[] = [];
  for (const event of events) known.push({ event, participants: await participantsOf(context, event) });
  const isMore = events.length === handledTogether;
  await database.transaction(async (tx) => {
    const refs = events.map(({ waitingRef }) => waitingRef);
    // Since they were read, events may have been handled by another process, or removed.
    const taken = await takeWaitingEvents(tx, apiKeyId, refs);
    const standing: KnownEvent[] = [];
    for (const one of known) {
      const { waitingRef, subjects, timeMs } = one.event;
      if (taken.has(waitingRef) && !(await context.isErased(tx, { apiKeyId, subjects, timeMs }))) standing.push(one);
    }
    await writeEntries(tx, context, standing);
    if (isMore) await lease.save(tx, lease.payload);
    else await lease.finish(tx);
  });
  return isMore;
}

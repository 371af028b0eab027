import { webhookTriggersTopic } from "@parley/contracts/topics";
import type { Db } from "@parley/database";
import { type Arrival, batchConsumer, type Consumer, preparingEach, type ReceivedEvent } from "@parley/messaging";
import type { EntriesContext } from "../context.ts";
import { messages } from "../messages.ts";
import { type Participants, participantsOf } from "./participants.ts";
import { insertWaitingEvents, selectWaitingPlaces } from "./waiting-events.store.ts";
import { waitingWork } from "./waiting-worker.ts";
import { concernsInboxes, type KnownEvent, writeEntries } from "./write-entries.ts";

type Topic = typeof webhookTriggersTopic.message;

/**
 * Puts comments and assignments into the inboxes of the users concerned, and keeps the entries in step with the comments: updated, moved
 * and deleted with them. Events whose users cannot be looked up wait for the users service, and the later events of their documents wait
 * behind them. Beyond the API key's quota of notifications no entries are added.
 */
export function onInboxTrigger(context: EntriesContext): Consumer {
  return batchConsumer(
    webhookTriggersTopic,
    async (tx, arrivals: readonly Arrival<Topic, Participants | undefined>[]) => {
      const { known, waiting } = await divided(tx, arrivals);
      await writeEntries(tx, context, known);
      if (waiting.length === 0) return;
      await insertWaitingEvents(tx, waiting);
      await messages.addWork(tx, waitingWork.kind, waitingWork.of(waiting));
    },
    // Undefined while the users service does not respond.
    { prepare: preparingEach((event: ReceivedEvent<Topic>) => participantsOf(context, event).catch(() => undefined)) },
  );
}

/** The events that can be handled now; an event waits behind waiting ones of its document. Events without an effect are left out. */
async function divided(tx: Db, all: readonly Arrival<Topic, Participants | undefined>[]) {
  const arrivals = all.filter(
    ({ event, prepared: participants }) => participants === undefined || concernsInboxes({ event, participants }),
  );
  if (arrivals.length === 0) return { known: [], waiting: [] };
  const places = await selectWaitingPlaces(
    tx,
    arrivals.map(({ event: { message } }) => message),
  );
  const held = new Set(places.map(placeKey));
  const known: KnownEvent[] = [];
  const waiting: ReceivedEvent<Topic>[] = [];
  for (const { event, prepared: participants } of arrivals) {
    const key = placeKey(event.message);
    if (participants === undefined) held.add(key);
    if (participants === undefined || held.has(key)) waiting.push(event);
    else known.push({ event, participants });
  }
  return { known, waiting };
}

function placeKey({ apiKeyId, organizationId, documentId }: { apiKeyId: string; organizationId: string; documentId: string }): string {
  return `${apiKeyId}\0${organizationId}\0${documentId}`;
}

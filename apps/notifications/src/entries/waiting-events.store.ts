import { fromBinary } from "@bufbuild/protobuf";
import { WebhookTriggeredSchema } from "@parley/contracts/activity";
import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, types } from "@parley/database/schema";
import type { TriggerEvent } from "./entries-of.ts";
import { waitingEvents } from "./tables.ts";

/** A document of an organization. */
interface Place {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
}

const places = { apiKeyIds: listOf(types.text), organizationIds: listOf(types.text), documentIds: listOf(types.text) };

const selectPlaces = statement(
  "notifications.waiting_events_places",
  places,
  { apiKeyId: waitingEvents.apiKeyId, organizationId: waitingEvents.organizationId, documentId: waitingEvents.documentId },
  sql`select p.api_key_id, p.organization_id, p.document_id
   from unnest($apiKeyIds::text[], $organizationIds::text[], $documentIds::text[]) as p (api_key_id, organization_id, document_id)
   cross join lateral (
     select from ${waitingEvents} w where w.${waitingEvents.apiKeyId} = p.api_key_id
       and w.${waitingEvents.organizationId} = p.organization_id and w.${waitingEvents.documentId} = p.document_id limit 1) w`,
);

/** The given documents that have waiting events. */
export function selectWaitingPlaces(db: Db, of: readonly Place[]): Promise<Place[]> {
  return db.rows(selectPlaces, columnsOf(of));
}

const insert = statement(
  "notifications.waiting_events_insert",
  {
    ...places,
    eventIds: listOf(types.text),
    eventTimesMs: listOf(types.bigint),
    subjects: listOf(types.text),
    messages: narrowed<readonly Uint8Array[]>(listOf(types.bytes)),
  },
  {},
  sql`insert into ${waitingEvents} (${waitingEvents.apiKeyId}, ${waitingEvents.organizationId}, ${waitingEvents.documentId},
     ${waitingEvents.eventId}, ${waitingEvents.eventTimeMs}, ${waitingEvents.subjects}, ${waitingEvents.message})
   select e.api_key_id, e.organization_id, e.document_id, e.event_id, e.event_time_ms, string_to_array(e.subjects, E'\\n'), e.message
   from unnest($apiKeyIds::text[], $organizationIds::text[], $documentIds::text[], $eventIds::text[], $eventTimesMs::bigint[],
     $subjects::text[], $messages::bytea[]) with ordinality
     as e (api_key_id, organization_id, document_id, event_id, event_time_ms, subjects, message, position)
   order by e.position`,
);

/** Stores waiting events, in order, behind those that wait already. */
export async function insertWaitingEvents(tx: Db, events: readonly (TriggerEvent & { readonly payload: Uint8Array })[]): Promise<void> {
  await tx.run(insert, {
    ...columnsOf(events.map(({ message }) => message)),
    eventIds: events.map(({ id }) => id),
    eventTimesMs: events.map(({ timeMs }) => timeMs),
    subjects: events.map(({ subjects }) => subjects.join("\n")),
    messages: events.map(({ payload }) => payload),
  });
}

const selectFirst = statement(
  "notifications.waiting_events_first",
  { apiKeyId: waitingEvents.apiKeyId, limit: types.bigint },
  {
    waitingRef: waitingEvents.waitingRef,
    eventId: waitingEvents.eventId,
    eventTimeMs: waitingEvents.eventTimeMs,
    subjects: listOf(types.text),
    message: waitingEvents.message,
  },
  sql`select ${waitingEvents.waitingRef}, ${waitingEvents.eventId}, ${waitingEvents.eventTimeMs}, ${waitingEvents.subjects},
     ${waitingEvents.message} from ${waitingEvents}
   where ${waitingEvents.apiKeyId} = $apiKeyId order by ${waitingEvents.waitingRef} limit $limit`,
);

/** A waiting event. */
export interface WaitingEvent extends TriggerEvent {
  readonly waitingRef: number;
}

/** The events of an API key that have waited longest. */
export async function selectWaitingEvents(db: Db, apiKeyId: string, limit: number): Promise<WaitingEvent[]> {
  const rows = await db.rows(selectFirst, { apiKeyId, limit });
  return rows.map(({ waitingRef, eventId: id, eventTimeMs: timeMs, subjects, message }) => ({
    waitingRef,
    id,
    timeMs,
    subjects,
    message: fromBinary(WebhookTriggeredSchema, message),
  }));
}

const remove = statement(
  "notifications.waiting_events_take",
  { apiKeyId: waitingEvents.apiKeyId, refs: listOf(types.bigint) },
  { waitingRef: waitingEvents.waitingRef },
  sql`with locked as materialized (
     select ${waitingEvents.waitingRef} from ${waitingEvents}
     where ${waitingEvents.apiKeyId} = $apiKeyId and ${waitingEvents.waitingRef} = any($refs::bigint[])
     order by ${waitingEvents.waitingRef} for update
   )
   delete from ${waitingEvents}
   where ${waitingEvents.apiKeyId} = $apiKeyId and ${waitingEvents.waitingRef} = any(array(select ${waitingEvents.waitingRef} from locked))
   returning ${waitingEvents.waitingRef}`,
);

/** Removes events that are handled in this transaction. Returns those that still existed. */
export async function takeWaitingEvents(tx: Db, apiKeyId: string, refs: readonly number[]): Promise<Set<number>> {
  return new Set((await tx.rows(remove, { apiKeyId, refs })).map(({ waitingRef }) => waitingRef));
}

function columnsOf(of: readonly Place[]) {
  return {
    apiKeyIds: of.map(({ apiKeyId }) => apiKeyId),
    organizationIds: of.map(({ organizationId }) => organizationId),
    documentIds: of.map(({ documentId }) => documentId),
  };
}

import { listOf, narrowed, types, type ValuesOf } from "@parley/database/schema";
import { type Event, laneOf } from "../events/event.ts";

/** Parameters of a statement that contains `enqueue`. */
export const eventParameters = {
  eventLane: types.smallint,
  eventId: types.uuid,
  eventTopic: types.text,
  eventKey: types.text,
  eventType: types.text,
  eventApiKeyId: types.text,
  eventSubjects: types.text,
  eventTraceParent: types.text,
  eventPayload: narrowed<Uint8Array>(types.bytes),
};
export type EventRow = ValuesOf<typeof eventParameters>;

/** Parameters of a statement that contains `enqueueAll`: one array for each column. */
export const eventsParameters = {
  eventLanes: listOf(types.smallint),
  eventIds: listOf(types.uuid),
  eventTopics: listOf(types.text),
  eventKeys: listOf(types.text),
  eventTypes: listOf(types.text),
  eventApiKeyIds: listOf(types.text),
  eventSubjects: listOf(types.text),
  eventTraceParents: listOf(types.text),
  eventPayloads: narrowed<readonly Uint8Array[]>(listOf(types.bytes)),
  eventAbouts: listOf(types.text),
};
export type EventRows = ValuesOf<typeof eventsParameters>;

const into = "insert into outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)";

/**
 * SQL of a CTE that puts one event into the outbox, in the same statement as the change that it tells of:
 *
 *     with changed as (update comments set … returning comment_id),
 *       ${enqueue("exists (select from changed)")}
 *     select … from changed
 *
 * The condition must read the CTE that makes the change: that is what makes Postgres number the event after it holds the changed row's
 * lock, and so what keeps the events of one row in the order of its changes.
 */
export function enqueue(condition: string): string {
  return `enqueued as (
    ${into}
    select $eventLane::smallint, $eventId::uuid, $eventTopic, $eventKey, $eventType, $eventApiKeyId, string_to_array($eventSubjects, E'\\n'),
      $eventTraceParent, $eventPayload::bytea
    where ${condition})`;
}

/** As `enqueue`, for any number of events: they are the rows of `event`, and `event.about` in the condition tells which belongs to what. */
export function enqueueAll(condition: string): string {
  return `enqueued as (${insertEvents(condition)})`;
}

export function insertEvents(condition = "true"): string {
  return `${into}
    select event.lane, event.id, event.topic, event.key, event.type, event.api_key_id, string_to_array(event.subjects, E'\\n'), event.trace_parent,
      event.payload
    from unnest($eventLanes::smallint[], $eventIds::uuid[], $eventTopics::text[], $eventKeys::text[], $eventTypes::text[], $eventApiKeyIds::text[],
      $eventSubjects::text[], $eventTraceParents::text[], $eventPayloads::bytea[], $eventAbouts::text[])
      as event (lane, id, topic, key, type, api_key_id, subjects, trace_parent, payload, about)
    where ${condition}`;
}

export function eventRow(event: Event): EventRow {
  return {
    eventLane: laneOf(event.key),
    eventId: event.id,
    eventTopic: event.topic,
    eventKey: event.key,
    eventType: event.type,
    eventApiKeyId: event.apiKeyId,
    eventSubjects: event.subjects.join("\n"),
    eventTraceParent: event.traceParent,
    eventPayload: event.payload,
  };
}

export function eventRows(events: readonly Event[]): EventRows {
  return {
    eventLanes: events.map(({ key }) => laneOf(key)),
    eventIds: events.map(({ id }) => id),
    eventTopics: events.map(({ topic }) => topic),
    eventKeys: events.map(({ key }) => key),
    eventTypes: events.map(({ type }) => type),
    eventApiKeyIds: events.map(({ apiKeyId }) => apiKeyId),
    eventSubjects: events.map(({ subjects }) => subjects.join("\n")),
    eventTraceParents: events.map(({ traceParent }) => traceParent),
    eventPayloads: events.map(({ payload }) => payload),
    eventAbouts: events.map(({ about }) => about),
  };
}

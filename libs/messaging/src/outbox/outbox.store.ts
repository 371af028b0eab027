import { crc32 } from "node:zlib";
import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, narrowed, nowMs, types, type ValuesOf } from "@parley/database/schema";
import { type Event, laneCount, laneOf } from "../events/event.ts";
import { type MessagingTables, messagingSchema } from "../schema/messaging-schema.ts";

type Outbox = MessagingTables["outbox"];

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

/**
 * SQL of a CTE that puts one event into the outbox, in the same statement as the change that it reports:
 *
 * with changed as (update comments set … returning comment_id), ${enqueue(outbox, sql`exists (select from changed)`)} select … from changed
 *
 * The condition must read the CTE that makes the change: then Postgres numbers the event only after it holds the changed row's lock, and so
 * the events of one row keep the order of its changes.
 */
export function enqueue(outbox: Outbox, condition: Sql): Sql {
  return sql`enqueued as (
    ${insertInto(outbox)}
    select $eventLane::smallint, $eventId::uuid, $eventTopic, $eventKey, $eventType, $eventApiKeyId,
      string_to_array($eventSubjects, E'\\n'),
      $eventTraceParent, $eventPayload::bytea
    where ${condition})`;
}

/** Like `enqueue`, for any number of events: they are the rows of `event`, and the condition assigns them to rows by `event.about`. */
export function enqueueAll(outbox: Outbox, condition: Sql): Sql {
  return sql`enqueued as (${insertEvents(outbox, condition)})`;
}

function insertEvents(outbox: Outbox, condition = sql`true`): Sql {
  return sql`${insertInto(outbox)}
    select event.lane, event.id, event.topic, event.key, event.type, event.api_key_id, string_to_array(event.subjects, E'\\n'),
      event.trace_parent,
      event.payload
    from unnest($eventLanes::smallint[], $eventIds::uuid[], $eventTopics::text[], $eventKeys::text[], $eventTypes::text[],
      $eventApiKeyIds::text[],
      $eventSubjects::text[], $eventTraceParents::text[], $eventPayloads::bytea[], $eventAbouts::text[])
      as event (lane, id, topic, key, type, api_key_id, subjects, trace_parent, payload, about)
    where ${condition}`;
}

function insertInto(outbox: Outbox): Sql {
  return sql`insert into ${outbox} (${outbox.lane}, ${outbox.eventId}, ${outbox.topic}, ${outbox.eventKey}, ${outbox.eventType},
    ${outbox.apiKeyId}, ${outbox.subjects}, ${outbox.traceParent}, ${outbox.payload})`;
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

const crossTenant = "The relay publishes for every API key.";

const outboxRow = {
  lane: types.smallint,
  sequence: types.bigint,
  eventId: types.uuid,
  topic: types.text,
  eventKey: types.text,
  eventType: types.text,
  apiKeyId: types.text,
  subjects: listOf(types.text),
  traceParent: types.text,
  payload: narrowed<Uint8Array<ArrayBufferLike>>(types.bytes),
  createdAtMs: types.bigint,
};

/** An event that waits to be published. */
export type OutboxRow = ValuesOf<typeof outboxRow>;

/** The depth is counted up to this limit, so that counting a long queue costs little. */
const countedRows = 100_000;

export type OutboxStore = ReturnType<typeof outboxStore>;

export function outboxStore(schema: string) {
  const { outbox } = messagingSchema(schema);
  const insert = statement(`${schema}.outbox_insert`, { ...eventsParameters }, {}, insertEvents(outbox));
  const selectWaiting = statement(
    `${schema}.outbox_waiting`,
    {},
    { waiting: types.boolean },
    sql`select exists (select from ${outbox}) as waiting`,
    {
      crossTenant,
    },
  );
  // The locks end with the transaction, however it ends: a killed relay holds nothing. The lane that has waited longest comes first; a lane
  // that another relay works on is skipped.
  const claimLanes = statement(
    `${schema}.outbox_claim_lanes`,
    { pausedLanes: listOf(types.integer), maxLanes: types.bigint, lockClass: types.integer },
    { lane: types.integer },
    sql`select lane from (
       select lane.lane from generate_series(0, ${laneCount - 1}) as lane (lane)
       cross join lateral (select ${outbox.createdAt} from ${outbox} where ${outbox}.${outbox.lane} = lane.lane
         order by ${outbox.sequence} limit 1) as head
       where lane.lane <> all ($pausedLanes::integer[])
       order by head.${outbox.createdAt} offset 0
     ) as waiting
     where pg_try_advisory_xact_lock($lockClass::integer, lane) limit $maxLanes`,
    { crossTenant },
  );
  const selectHeads = statement(
    `${schema}.outbox_select_heads`,
    { lanes: listOf(types.smallint), rowsPerLane: types.bigint, bytesPerLane: types.bigint },
    outboxRow,
    sql`select claimed.lane, head.${outbox.sequence}, head.${outbox.eventId}, head.${outbox.topic}, head.${outbox.eventKey},
      head.${outbox.eventType}, head.${outbox.apiKeyId}, head.${outbox.subjects},
       head.${outbox.traceParent}, head.${outbox.payload}, (extract(epoch from head.${outbox.createdAt}) * 1000)::bigint as created_at_ms
     from unnest($lanes::smallint[]) as claimed (lane)
     cross join lateral (
       select first.*, sum(octet_length(${outbox.payload})) over (order by ${outbox.sequence}) -
         octet_length(${outbox.payload}) as bytes_before
       from (select * from ${outbox} where ${outbox}.${outbox.lane} = claimed.lane order by ${outbox.sequence} limit $rowsPerLane) as first
     ) as head
     where head.bytes_before < $bytesPerLane
     order by head.${outbox.sequence}`,
    { crossTenant },
  );
  // The bus has accepted the events for good, so this commit does not wait for the disk. A crash of Postgres undoes the last removals, never
  // one without those behind it: their events are published again in order, like those of a relay that was killed.
  const remove = statement(
    `${schema}.outbox_delete`,
    { lanes: listOf(types.smallint), sequences: listOf(types.bigint) },
    { setConfig: types.text },
    sql`with removed as (
       delete from ${outbox} using unnest($lanes::smallint[], $sequences::bigint[]) as done (lane, sequence)
       where ${outbox}.${outbox.lane} = done.lane and ${outbox}.${outbox.sequence} = done.sequence
     )
     select set_config('synchronous_commit', 'off', true)`,
    { crossTenant },
  );
  const selectState = statement(
    `${schema}.outbox_state`,
    {},
    { depth: types.bigint, oldestMs: types.bigint },
    sql`select (select count(*) from (
         select from generate_series(0, ${laneCount - 1}) as lanes (lane)
         cross join lateral (select from ${outbox} where ${outbox}.${outbox.lane} = lanes.lane order by ${outbox.sequence}
           limit ${countedRows}) as of_lane
         limit ${countedRows}
       ) as bounded) as depth,
       coalesce(extract(epoch from clock_timestamp() - (
         select min(head.${outbox.createdAt}) from generate_series(0, ${laneCount - 1}) as lanes (lane)
         cross join lateral (select ${outbox.createdAt} from ${outbox} where ${outbox}.${outbox.lane} = lanes.lane
           order by ${outbox.sequence} limit 1) as head
       )) * 1000, 0)::bigint as oldest_ms`,
    { crossTenant },
  );
  const lockClass = crc32(`parley.outbox.${schema}`) | 0;

  return {
    insert: (db: Db, rows: EventRows) => db.run(insert, rows),
    isWaiting: async (db: Db) => (await db.row(selectWaiting, {}))?.waiting === true,
    /** Lanes with rows that no other relay works on, locked until the transaction ends. */
    claimLanes: async (tx: Db, pausedLanes: readonly number[], maxLanes: number) =>
      (await tx.rows(claimLanes, { lockClass, pausedLanes, maxLanes })).map(({ lane }) => lane),
    /** The first rows of each lane, in the order in which they were written; at least one of each lane, however large. */
    heads: (tx: Db, lanes: readonly number[], rowsPerLane: number, bytesPerLane: number) =>
      tx.rows(selectHeads, { lanes, rowsPerLane, bytesPerLane }),
    /** Removes published rows, in a transaction whose commit then does not wait for the disk. */
    remove: (tx: Db, rows: readonly OutboxRow[]) =>
      tx.run(remove, { lanes: rows.map(({ lane }) => lane), sequences: rows.map(({ sequence }) => sequence) }),
    /** The number of waiting rows (counted up to `countedRows`) and the age of the oldest. */
    state: async (db: Db) => (await db.row(selectState, {})) ?? { depth: 0, oldestMs: 0 },
  };
}

const selectClock = statement("messaging.clock", {}, { nowMs: types.bigint }, sql`select ${nowMs} as now_ms`);

/** The time of the database's clock, in ms. */
export async function databaseNowMs(db: Db): Promise<number> {
  return (await db.row(selectClock, {}))?.nowMs ?? 0;
}

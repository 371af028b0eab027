import { type Db, statement } from "@parley/database";
import { listOf, narrowed, nowMs, nullable, types, type ValuesOf } from "@parley/database/schema";
import { laneOf } from "../events/event.ts";
import type { OutboxRow } from "../outbox/outbox.store.ts";
import type { LeaseRow } from "../work/work.store.ts";

const crossTenant = "Operators look after every API key's dead letters.";

/** The stored part of a message that a consumer could not handle. */
interface DeadMessage {
  readonly consumerGroup: string;
  readonly apiKeyId: string;
  readonly topic: string;
  readonly eventId: string;
  readonly eventKey: string;
  readonly eventType: string;
  readonly subjects: readonly string[];
  readonly traceParent: string;
  readonly payload: Uint8Array;
  readonly position: string;
  /** When the event was written; null when the message does not say. */
  readonly eventTimeMs: number | null;
  readonly reason: string;
  readonly error: string;
}

const deadLetterSummary = {
  deadLetterId: types.bigint,
  source: narrowed<"relay" | "consumer" | "work">(types.text),
  consumerGroup: types.text,
  topic: types.text,
  apiKeyId: types.text,
  eventId: types.uuid,
  reason: types.text,
  error: types.text,
  payloadBytes: types.integer,
  redrive: types.boolean,
  createdAtMs: types.bigint,
};

const deadLetter = {
  ...deadLetterSummary,
  eventKey: types.text,
  eventType: types.text,
  subjects: listOf(types.text),
  traceParent: types.text,
  payload: narrowed<Uint8Array<ArrayBufferLike>>(types.bytes),
  position: types.text,
  /** When the event was written or, if that is unknown, when it became a dead letter. */
  eventTimeMs: types.bigint,
};

export type DeadLetter = ValuesOf<typeof deadLetter>;

export type DeadLetterStore = ReturnType<typeof deadLetterStore>;

const summary = `dead_letter_id, source, consumer_group, topic, api_key_id, event_id, reason, error, octet_length(payload) as payload_bytes, redrive, created_at_ms`;
const whole = `${summary}, event_key, event_type, subjects, trace_parent, payload, position,
  coalesce(event_time_ms, created_at_ms) as event_time_ms`;
const columns =
  "source, consumer_group, api_key_id, topic, event_id, event_key, event_type, subjects, trace_parent, payload, position, event_time_ms, reason, error";

export function deadLetterStore(schema: string) {
  const insertConsumed = statement(
    `${schema}.dead_letters_insert_consumed`,
    {
      consumerGroup: types.text,
      eventId: types.uuid,
      apiKeyId: types.text,
      topic: types.text,
      eventKey: types.text,
      eventType: types.text,
      subjects: types.text,
      traceParent: types.text,
      payload: narrowed<Uint8Array<ArrayBufferLike>>(types.bytes),
      position: types.text,
      eventTimeMs: nullable(types.bigint),
      reason: types.text,
      error: types.text,
    },
    {},
    `with handled as (insert into inbox (consumer_group, event_id) values ($consumerGroup, $eventId::uuid) on conflict do nothing returning event_id)
     insert into dead_letters (${columns})
     select 'consumer', $consumerGroup, $apiKeyId, $topic, $eventId::uuid, $eventKey, $eventType, string_to_array($subjects, E'\\n'), $traceParent, $payload::bytea,
       $position, $eventTimeMs::bigint, $reason, $error
     from handled`,
  );
  const insertRefused = statement(
    `${schema}.dead_letters_insert_refused`,
    { error: types.text, lane: types.smallint, sequence: types.bigint, apiKeyId: types.text },
    {},
    `insert into dead_letters (${columns})
     select 'relay', '', api_key_id, topic, event_id, event_key, event_type, subjects, trace_parent, payload, 'outbox/' || sequence, (extract(epoch from created_at) * 1000)::bigint, 'refused', $error
     from outbox where lane = $lane and sequence = $sequence and api_key_id = $apiKeyId`,
  );
  const insertExhausted = statement(
    `${schema}.dead_letters_insert_exhausted`,
    { apiKeyId: types.text, workId: types.bigint, fence: types.bigint, eventId: types.uuid, error: types.text },
    { workId: types.bigint },
    `with given_up as (
       delete from work where api_key_id = $apiKeyId and work_id = $workId and fence = $fence and state = 'leased' returning *
     ), kept as (
       insert into dead_letters (${columns})
       select 'work', '', api_key_id, kind, $eventId::uuid, coalesce(dedupe_key, ''), '', '{}', '', convert_to(payload, 'UTF8'), 'work/' || work_id, null, 'exhausted', $error
       from given_up
     )
     select work_id from given_up`,
  );
  const selectPage = statement(
    `${schema}.dead_letters_page`,
    { afterId: types.bigint, limit: types.bigint },
    deadLetterSummary,
    `select ${summary} from dead_letters where dead_letter_id > $afterId order by dead_letter_id limit $limit`,
    { crossTenant },
  );
  const selectOne = statement(
    `${schema}.dead_letters_by_id`,
    { id: types.bigint },
    deadLetter,
    `select ${whole} from dead_letters where dead_letter_id = $id`,
    { crossTenant },
  );
  const markForRedrive = statement(
    `${schema}.dead_letters_mark`,
    { ids: listOf(types.bigint) },
    {},
    "update dead_letters set redrive = true where dead_letter_id = any ($ids::bigint[])",
    { crossTenant },
  );
  const markAllForRedrive = statement(
    `${schema}.dead_letters_mark_all`,
    {},
    {},
    "update dead_letters set redrive = true where not redrive",
    {
      crossTenant,
    },
  );
  const discard = statement(
    `${schema}.dead_letters_discard`,
    { ids: listOf(types.bigint) },
    {},
    "delete from dead_letters where dead_letter_id = any ($ids::bigint[])",
    { crossTenant },
  );
  const claimMarked = statement(
    `${schema}.dead_letters_claim`,
    {},
    deadLetter,
    `select ${whole} from dead_letters where redrive order by dead_letter_id limit 1 for update skip locked`,
    { crossTenant },
  );
  const keepDead = statement(
    `${schema}.dead_letters_keep`,
    { error: types.text, id: types.bigint },
    {},
    "update dead_letters set redrive = false, error = $error where dead_letter_id = $id",
    { crossTenant },
  );
  // With the time at which the event was written, so that an erasure requested since then still applies to it.
  const sendAgain = statement(
    `${schema}.dead_letters_send_again`,
    { lane: types.smallint, id: types.bigint },
    {},
    `insert into outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload, created_at)
     select $lane::smallint, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload,
       to_timestamp(coalesce(event_time_ms, created_at_ms)::float8 / 1000)
     from dead_letters where dead_letter_id = $id`,
    { crossTenant },
  );
  const removeOld = statement(
    `${schema}.dead_letters_remove_old`,
    { keptMs: types.bigint, limit: types.bigint },
    {},
    `delete from dead_letters where ctid = any(array(
       select ctid from dead_letters where created_at_ms < ${nowMs} - $keptMs::bigint order by created_at_ms limit $limit))`,
    { crossTenant },
  );
  const countOld = statement(
    `${schema}.dead_letters_count_old`,
    { ageMs: types.bigint },
    { rows: types.bigint },
    `select count(*) as rows from (select from dead_letters where created_at_ms < ${nowMs} - $ageMs::bigint limit 100000) as bounded`,
    { crossTenant },
  );
  const countRows = statement(
    `${schema}.dead_letters_count`,
    {},
    { rows: types.bigint },
    "select count(*) as rows from (select from dead_letters limit 100000) as bounded",
    { crossTenant },
  );

  return {
    /** Keeps a message and marks it as handled, once. */
    addConsumed: (tx: Db, message: DeadMessage) => tx.run(insertConsumed, { ...message, subjects: message.subjects.join("\n") }),
    /** Keeps an outbox row that the bus will never accept. */
    addRefused: (tx: Db, { lane, sequence, apiKeyId }: OutboxRow, error: Error) =>
      tx.run(insertRefused, { lane, sequence, apiKeyId, error: error.message }),
    /** Keeps work that has used up its attempts; returns whether the lease was still held. */
    addExhausted: async (db: Db, { apiKeyId, workId, fence }: LeaseRow, eventId: string, error: string) =>
      (await db.row(insertExhausted, { apiKeyId, workId, fence, eventId, error })) !== undefined,
    page: (db: Db, afterId: number, limit: number) => db.rows(selectPage, { afterId, limit }),
    find: (db: Db, id: number) => db.row(selectOne, { id }),
    /** Marks these for a retry by the running service; returns how many exist. */
    mark: (db: Db, ids: readonly number[]) => db.run(markForRedrive, { ids }),
    markAll: (db: Db) => db.run(markAllForRedrive, {}),
    discard: (db: Db, ids: readonly number[]) => db.run(discard, { ids }),
    /** Locks the oldest one marked for a retry. */
    claim: (tx: Db) => tx.row(claimMarked, {}),
    keep: (db: Db, id: number, error: string) => db.run(keepDead, { id, error }),
    /** Puts the event back into the outbox unchanged. */
    sendAgain: (tx: Db, { deadLetterId, eventKey }: DeadLetter) => tx.run(sendAgain, { id: deadLetterId, lane: laneOf(eventKey) }),
    /** Deletes those that are older than that; returns how many. */
    removeOld: (db: Db, keptMs: number, limit: number) => db.run(removeOld, { keptMs, limit }),
    /** How many are older than that, counted up to 100,000. */
    countOld: async (db: Db, ageMs: number) => (await db.row(countOld, { ageMs }))?.rows ?? 0,
    count: async (db: Db) => (await db.row(countRows, {}))?.rows ?? 0,
  };
}

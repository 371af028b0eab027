import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, nowMs, nullable, types, type ValuesOf } from "@parley/database/schema";
import { laneOf } from "../events/event.ts";
import type { OutboxRow } from "../outbox/outbox.store.ts";
import { messagingSchema } from "../schema/messaging-schema.ts";
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

export function deadLetterStore(schema: string) {
  const { deadLetters, inbox, outbox, work } = messagingSchema(schema);
  const summary = sql`${deadLetters.deadLetterId}, ${deadLetters.source}, ${deadLetters.consumerGroup}, ${deadLetters.topic},
  ${deadLetters.apiKeyId}, ${deadLetters.eventId}, ${deadLetters.reason}, ${deadLetters.error},
    octet_length(${deadLetters.payload}) as payload_bytes, ${deadLetters.redrive}, ${deadLetters.createdAtMs}`;
  const whole = sql`${summary}, ${deadLetters.eventKey}, ${deadLetters.eventType}, ${deadLetters.subjects}, ${deadLetters.traceParent},
  ${deadLetters.payload}, ${deadLetters.position},
  coalesce(${deadLetters.eventTimeMs}, ${deadLetters.createdAtMs}) as event_time_ms`;
  const columns = sql`${deadLetters.source}, ${deadLetters.consumerGroup}, ${deadLetters.apiKeyId}, ${deadLetters.topic},
  ${deadLetters.eventId},
      ${deadLetters.eventKey}, ${deadLetters.eventType}, ${deadLetters.subjects}, ${deadLetters.traceParent}, ${deadLetters.payload},
      ${deadLetters.position}, ${deadLetters.eventTimeMs}, ${deadLetters.reason}, ${deadLetters.error}`;

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
    sql`with handled as (insert into ${inbox} (${inbox.consumerGroup}, ${inbox.eventId}) values ($consumerGroup, $eventId::uuid)
      on conflict do nothing returning ${inbox.eventId})
     insert into ${deadLetters} (${columns})
     select 'consumer', $consumerGroup, $apiKeyId, $topic, $eventId::uuid, $eventKey, $eventType, string_to_array($subjects, E'\\n'),
       $traceParent, $payload::bytea,
       $position, $eventTimeMs::bigint, $reason, $error
     from handled`,
  );
  const insertRefused = statement(
    `${schema}.dead_letters_insert_refused`,
    { error: types.text, lane: types.smallint, sequence: types.bigint, apiKeyId: types.text },
    {},
    sql`insert into ${deadLetters} (${columns})
     select 'relay', '', ${outbox.apiKeyId}, ${outbox.topic}, ${outbox.eventId}, ${outbox.eventKey}, ${outbox.eventType},
       ${outbox.subjects}, ${outbox.traceParent}, ${outbox.payload}, 'outbox/' || ${outbox.sequence},
       (extract(epoch from ${outbox.createdAt}) * 1000)::bigint, 'refused', $error
     from ${outbox} where ${outbox.lane} = $lane and ${outbox.sequence} = $sequence and ${outbox.apiKeyId} = $apiKeyId`,
  );
  const insertExhausted = statement(
    `${schema}.dead_letters_insert_exhausted`,
    { apiKeyId: types.text, workId: types.bigint, fence: types.bigint, eventId: types.uuid, error: types.text },
    { workId: types.bigint },
    sql`with given_up as (
       delete from ${work} where ${work.apiKeyId} = $apiKeyId and ${work.workId} = $workId and ${work.fence} = $fence
         and ${work.state} = 'leased' returning *
     ), kept as (
       insert into ${deadLetters} (${columns})
       select 'work', '', ${work.apiKeyId}, ${work.kind}, $eventId::uuid, coalesce(${work.dedupeKey}, ''), '', '{}', '',
         convert_to(${work.payload}, 'UTF8'), 'work/' || ${work.workId}, null, 'exhausted', $error
       from given_up
     )
     select ${work.workId} from given_up`,
  );
  const selectPage = statement(
    `${schema}.dead_letters_page`,
    { afterId: types.bigint, limit: types.bigint },
    deadLetterSummary,
    sql`select ${summary} from ${deadLetters} where ${deadLetters.deadLetterId} > $afterId order by ${deadLetters.deadLetterId}
     limit $limit`,
    { crossTenant },
  );
  const selectOne = statement(
    `${schema}.dead_letters_by_id`,
    { id: types.bigint },
    deadLetter,
    sql`select ${whole} from ${deadLetters} where ${deadLetters.deadLetterId} = $id`,
    { crossTenant },
  );
  const markForRedrive = statement(
    `${schema}.dead_letters_mark`,
    { ids: listOf(types.bigint) },
    {},
    sql`update ${deadLetters} set ${deadLetters.redrive} = true where ${deadLetters.deadLetterId} = any ($ids::bigint[])`,
    { crossTenant },
  );
  const markAllForRedrive = statement(
    `${schema}.dead_letters_mark_all`,
    {},
    {},
    sql`update ${deadLetters} set ${deadLetters.redrive} = true where not ${deadLetters.redrive}`,
    {
      crossTenant,
    },
  );
  const discard = statement(
    `${schema}.dead_letters_discard`,
    { ids: listOf(types.bigint) },
    {},
    sql`delete from ${deadLetters} where ${deadLetters.deadLetterId} = any ($ids::bigint[])`,
    { crossTenant },
  );
  const claimMarked = statement(
    `${schema}.dead_letters_claim`,
    {},
    deadLetter,
    sql`select ${whole} from ${deadLetters} where ${deadLetters.redrive} order by ${deadLetters.deadLetterId} limit 1
      for update skip locked`,
    { crossTenant },
  );
  const keepDead = statement(
    `${schema}.dead_letters_keep`,
    { error: types.text, id: types.bigint },
    {},
    sql`update ${deadLetters} set ${deadLetters.redrive} = false, ${deadLetters.error} = $error where ${deadLetters.deadLetterId} = $id`,
    { crossTenant },
  );
  // The event keeps the time at which it was written, so that an erasure requested since then still applies to it.
  const sendAgain = statement(
    `${schema}.dead_letters_send_again`,
    { lane: types.smallint, id: types.bigint },
    {},
    sql`insert into ${outbox} (${outbox.lane}, ${outbox.eventId}, ${outbox.topic}, ${outbox.eventKey}, ${outbox.eventType},
      ${outbox.apiKeyId}, ${outbox.subjects}, ${outbox.traceParent}, ${outbox.payload}, ${outbox.createdAt})
     select $lane::smallint, ${deadLetters.eventId}, ${deadLetters.topic}, ${deadLetters.eventKey}, ${deadLetters.eventType},
       ${deadLetters.apiKeyId}, ${deadLetters.subjects}, ${deadLetters.traceParent}, ${deadLetters.payload},
       to_timestamp(coalesce(${deadLetters.eventTimeMs}, ${deadLetters.createdAtMs})::float8 / 1000)
     from ${deadLetters} where ${deadLetters.deadLetterId} = $id`,
    { crossTenant },
  );
  const removeOld = statement(
    `${schema}.dead_letters_remove_old`,
    { keptMs: types.bigint, limit: types.bigint },
    {},
    sql`delete from ${deadLetters} where ctid = any(array(
       select ctid from ${deadLetters} where ${deadLetters.createdAtMs} < ${nowMs} - $keptMs::bigint order by ${deadLetters.createdAtMs}
       limit $limit))`,
    { crossTenant },
  );
  const countOld = statement(
    `${schema}.dead_letters_count_old`,
    { ageMs: types.bigint },
    { rows: types.bigint },
    sql`select count(*) as rows from (select from ${deadLetters} where ${deadLetters.createdAtMs} < ${nowMs} - $ageMs::bigint
      limit 100000) as bounded`,
    { crossTenant },
  );
  const countRows = statement(
    `${schema}.dead_letters_count`,
    {},
    { rows: types.bigint },
    sql`select count(*) as rows from (select from ${deadLetters} limit 100000) as bounded`,
    { crossTenant },
  );

  return {
    /** Stores a message that could not be handled and marks it as handled, once. */
    addConsumed: (tx: Db, message: DeadMessage) => tx.run(insertConsumed, { ...message, subjects: message.subjects.join("\n") }),
    /** Stores an outbox row that the bus will never accept. */
    addRefused: (tx: Db, { lane, sequence, apiKeyId }: OutboxRow, error: Error) =>
      tx.run(insertRefused, { lane, sequence, apiKeyId, error: error.message }),
    /** Stores work that has used up its attempts; returns whether the lease was still held. */
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
    /** Deletes dead letters older than `keptMs`; returns how many. */
    removeOld: (db: Db, keptMs: number, limit: number) => db.run(removeOld, { keptMs, limit }),
    /** The number of dead letters older than `ageMs`, counted up to 100,000. */
    countOld: async (db: Db, ageMs: number) => (await db.row(countOld, { ageMs }))?.rows ?? 0,
    count: async (db: Db) => (await db.row(countRows, {}))?.rows ?? 0,
  };
}

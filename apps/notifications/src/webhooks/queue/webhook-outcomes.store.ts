import { type Db, statement } from "@parley/database";
import { listOf, narrowed, nowMs, nullable, types } from "@parley/database/schema";
import { type LeasedRow, leases } from "./webhook-leases.store.ts";

const crossTenant = "Outcomes of many deliveries are written together, whatever their API keys.";

/** The result of an attempt. */
export interface AttemptRow {
  readonly number: number;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly errorClass: string;
  readonly error: string;
  readonly responseExcerpt: string;
}

/** What happens to a delivery: it is done, retried after a delay, or left with a problem. */
export type Verdict = "delivered" | "retry" | "failed" | "held";

/** An attempt and its consequence. */
export interface WebhookOutcome {
  readonly leased: LeasedRow;
  readonly createdAtMs: number;
  readonly verdict: Verdict;
  /** Until the next attempt; 0 unless the verdict is `retry`. */
  readonly delayMs: number;
  readonly attempt: AttemptRow;
}

// A customer may have a delivery sent again without end: the attempts before so many are forgotten.
const keptAttempts = 100;

// A process that has lost a delivery writes nothing about it: every change goes through `owned`. No other process has leased the changed
// rows.
const record = statement(
  "notifications.webhook_record",
  {
    ...leases.parameters,
    createdAtMs: listOf(types.bigint),
    verdicts: narrowed<readonly Verdict[]>(listOf(types.text)),
    delaysMs: listOf(types.bigint),
    numbers: listOf(types.integer),
    startedAtMs: listOf(types.bigint),
    durationsMs: listOf(types.integer),
    statuses: listOf(nullable(types.integer)),
    errorClasses: listOf(types.text),
    errors: listOf(types.text),
    excerpts: listOf(types.text),
  },
  { deliveryId: types.bigint },
  `with leased as materialized (
     select * from unnest(${leases.arrays}, $createdAtMs::bigint[], $verdicts::text[], $delaysMs::bigint[], $numbers::integer[],
         $startedAtMs::bigint[], $durationsMs::integer[], $statuses::integer[], $errorClasses::text[], $errors::text[], $excerpts::text[])
       as leased (${leases.columns}, created_at_ms, verdict, delay_ms, number, started_at_ms, duration_ms, status, error_class, error, excerpt)
   ), removed as (
     delete from webhook_queue q using leased where leased.verdict <> 'retry' and ${leases.isLeased}
     returning leased.delivery_id
   ), put_off as (
     update webhook_queue q set state = 'scheduled', due_at_ms = ${nowMs} + leased.delay_ms, tries = q.tries + 1, owner = '',
       is_unchecked = false, fence = q.fence + 1
     from leased where leased.verdict = 'retry' and ${leases.isLeased}
     returning leased.delivery_id
   ), owned as materialized (
     select leased.* from leased join (select delivery_id from removed union all select delivery_id from put_off) as mine using (delivery_id)
   ), logged as (
     insert into webhook_attempts
       (api_key_id, delivery_id, number, started_at_ms, duration_ms, status, error_class, error, response_excerpt)
     select api_key_id, delivery_id, number, started_at_ms, duration_ms, status, error_class, error, excerpt from owned where number > 0
     on conflict (api_key_id, delivery_id, number) do nothing
   ), forgotten as (
     delete from webhook_attempts where ctid = any(array(
       select a.place from owned cross join lateral (
         select ctid as place from webhook_attempts old
         where old.api_key_id = owned.api_key_id and old.delivery_id = owned.delivery_id and old.number <= owned.number - ${keptAttempts}
         order by old.number limit 1000
       ) as a
       where owned.number > ${keptAttempts}))
   ), delivered as (
     update webhook_deliveries d set attempts = greatest(d.attempts, owned.number), delivered_at_ms = ${nowMs}
     from owned
     where owned.verdict = 'delivered' and d.api_key_id = owned.api_key_id and d.created_at_ms = owned.created_at_ms
       and d.delivery_id = owned.delivery_id
   ), others as (
     update webhook_deliveries d set attempts = greatest(d.attempts, owned.number),
       problem = case when owned.verdict = 'retry' then d.problem else owned.verdict end
     from owned
     where owned.verdict <> 'delivered' and d.api_key_id = owned.api_key_id and d.created_at_ms = owned.created_at_ms
       and d.delivery_id = owned.delivery_id
   )
   select delivery_id from owned`,
  { crossTenant },
);

/**
 * Records the outcomes of deliveries, with the attempts that were made (an attempt with number 0 was not made and is not logged). Returns
 * the ids of those that were still leased: nothing is written about the others.
 */
export async function recordOutcomes(db: Db, outcomes: readonly WebhookOutcome[]): Promise<Set<number>> {
  const attempts = outcomes.map(({ attempt }) => attempt);
  const rows = await db.rows(record, {
    ...leases.lists(outcomes.map(({ leased }) => leased)),
    createdAtMs: outcomes.map(({ createdAtMs }) => createdAtMs),
    verdicts: outcomes.map(({ verdict }) => verdict),
    delaysMs: outcomes.map(({ delayMs }) => Math.round(delayMs)),
    numbers: attempts.map(({ number }) => number),
    startedAtMs: attempts.map(({ startedAtMs }) => startedAtMs),
    durationsMs: attempts.map(({ durationMs }) => Math.round(durationMs)),
    statuses: attempts.map(({ status }) => status),
    errorClasses: attempts.map(({ errorClass }) => errorClass),
    errors: attempts.map(({ error }) => error),
    excerpts: attempts.map(({ responseExcerpt }) => responseExcerpt),
  });
  return new Set(rows.map(({ deliveryId }) => deliveryId));
}

const drop = statement(
  "notifications.webhook_drop",
  leases.parameters,
  {},
  `with removed as (
     delete from webhook_queue q using ${leases.rows} where ${leases.isLeased}
     returning q.api_key_id, q.created_at_ms, q.delivery_id
   ), freed as (
     delete from webhook_payloads p using removed where p.api_key_id = removed.api_key_id and p.delivery_id = removed.delivery_id
   )
   delete from webhook_deliveries d using removed
   where d.api_key_id = removed.api_key_id and d.created_at_ms = removed.created_at_ms and d.delivery_id = removed.delivery_id`,
  { crossTenant },
);

/** Deletes deliveries that are not wanted after all, and queue rows whose delivery has been deleted. */
export async function dropDeliveries(db: Db, leased: readonly LeasedRow[]): Promise<void> {
  await db.run(drop, leases.lists(leased));
}

import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, narrowed, nowMs, nullable, types } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import { webhookAttempts, webhookDeliveries, webhookEndpointStates, webhookPayloads, webhookQueue } from "../config/tables.ts";
import type { Exhausted } from "./endpoint-events.ts";
import { queue, type ReadRow } from "./webhook-queue.store.ts";

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

/** The consequence for a delivery: done, retried after a delay, or left with a problem. */
export type Verdict = "delivered" | "retry" | "failed" | "held";

/** An attempt and its consequence. */
export interface WebhookOutcome {
  readonly claimed: ReadRow;
  readonly verdict: Verdict;
  /** Delay until the next attempt; 0 unless the verdict is `retry`. */
  readonly delayMs: number;
  readonly attempt: AttemptRow;
  /** The delivery, if this was its last attempt. */
  readonly exhausted?: Exhausted;
}

/** A deleted delivery, with what a delivery in its place must have too. */
interface RemovedDelivery {
  readonly deliveryId: number;
  readonly subjects: string;
  readonly eventTimeMs: number;
}

// Attempts kept of a delivery, which a customer may have resent any number of times; older ones are deleted.
const keptAttempts = 100;

const attempted = {
  arrays: [
    sql`$createdAtMs::bigint[], $verdicts::text[], $delaysMs::bigint[], $numbers::integer[], $startedAtMs::bigint[],
       $durationsMs::integer[], $statuses::integer[], $errorClasses::text[], $errors::text[], $excerpts::text[]`,
  ],
  columns: sql`created_at_ms, verdict, delay_ms, number, started_at_ms, duration_ms, status, error_class, error, excerpt,`,
};

// The request that delivers at the first attempt is logged in the delivery itself.
const isFirst = sql`owned.verdict = 'delivered' and owned.number = 1`;
const firstOr = (given: Sql, column: PgColumn) => sql`${column} = case when ${isFirst} then owned.${given} else d.${column} end`;

const linesOf = (delivery: Sql) => sql`array_to_string(${delivery}.${webhookDeliveries.subjects}, E'\\n')`;

// A process that has lost an endpoint writes nothing about its deliveries. The same holds for a delivery that has been erased or changed
// since it was read: every change goes through `owned`.
const record = statement(
  "notifications.webhook_record",
  {
    ...queue.parameters,
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
  { deliveryId: types.bigint, subjects: nullable(types.text) },
  sql`with ${queue.claimed(attempted)}, removed as (
     delete from ${webhookQueue} q using claimed where claimed.verdict <> 'retry' and ${queue.isClaimed} returning claimed.*
   ), put_off as (
     update ${webhookQueue} q set ${webhookQueue.state} = 'scheduled', ${webhookQueue.dueAtMs} = ${nowMs} + claimed.delay_ms,
       ${webhookQueue.tries} = q.${webhookQueue.tries} + 1, ${webhookQueue.isUnchecked} = false,
       ${webhookQueue.fence} = default
     from claimed where claimed.verdict = 'retry' and ${queue.isClaimed} returning claimed.*
   ), owned as materialized (
     select * from removed union all select * from put_off
   ), logged as (
     insert into ${webhookAttempts}
       (${webhookAttempts.apiKeyId}, ${webhookAttempts.deliveryId}, ${webhookAttempts.number}, ${webhookAttempts.startedAtMs},
         ${webhookAttempts.durationMs}, ${webhookAttempts.status}, ${webhookAttempts.errorClass}, ${webhookAttempts.error},
         ${webhookAttempts.responseExcerpt})
     select ${webhookQueue.apiKeyId}, ${webhookQueue.deliveryId}, number, started_at_ms, duration_ms, status, error_class, error, excerpt
     from owned where number > 0 and not (${isFirst})
     on conflict (${webhookAttempts.apiKeyId}, ${webhookAttempts.deliveryId}, ${webhookAttempts.number}) do nothing
   ), forgotten as (
     delete from ${webhookAttempts} where ctid = any(array(
       select a.place from owned cross join lateral (
         select ctid as place from ${webhookAttempts} old
         where old.${webhookAttempts.apiKeyId} = owned.${webhookQueue.apiKeyId}
           and old.${webhookAttempts.deliveryId} = owned.${webhookQueue.deliveryId}
           and old.${webhookAttempts.number} <= owned.number - ${keptAttempts}
         order by old.${webhookAttempts.number} limit 1000
       ) as a
       where owned.number > ${keptAttempts}))
   ), delivered as (
     update ${webhookDeliveries} d set ${webhookDeliveries.attempts} = greatest(d.${webhookDeliveries.attempts}, owned.number),
       ${webhookDeliveries.deliveredAtMs} = ${nowMs},
       ${firstOr(sql`started_at_ms`, webhookDeliveries.firstStartedAtMs)}, ${firstOr(sql`duration_ms`, webhookDeliveries.firstDurationMs)},
       ${firstOr(sql`status`, webhookDeliveries.firstStatus)}, ${firstOr(sql`excerpt`, webhookDeliveries.firstResponse)}
     from owned
     where owned.verdict = 'delivered' and d.${webhookDeliveries.apiKeyId} = owned.${webhookQueue.apiKeyId}
       and d.${webhookDeliveries.createdAtMs} = owned.created_at_ms
       and d.${webhookDeliveries.deliveryId} = owned.${webhookQueue.deliveryId}
   ), recovered as (
     update ${webhookEndpointStates} s set ${webhookEndpointStates.failingSinceMs} = null
     from (select distinct ${webhookQueue.apiKeyId}, ${webhookQueue.target} from owned where verdict = 'delivered') as works
     where s.${webhookEndpointStates.apiKeyId} = works.${webhookQueue.apiKeyId} and s.${webhookEndpointStates.target} = works.${webhookQueue.target}
       and s.${webhookEndpointStates.failingSinceMs} is not null
   ), others as (
     update ${webhookDeliveries} d set ${webhookDeliveries.attempts} = greatest(d.${webhookDeliveries.attempts}, owned.number),
       ${webhookDeliveries.problem} = case when owned.verdict = 'retry' then d.${webhookDeliveries.problem} else owned.verdict end
     from owned
     where owned.verdict <> 'delivered' and d.${webhookDeliveries.apiKeyId} = owned.${webhookQueue.apiKeyId}
       and d.${webhookDeliveries.createdAtMs} = owned.created_at_ms
       and d.${webhookDeliveries.deliveryId} = owned.${webhookQueue.deliveryId}
     returning d.${webhookDeliveries.deliveryId}, ${linesOf(sql`d`)} as subjects
   )
   select owned.${webhookQueue.deliveryId}, others.subjects
   from owned left join others on others.${webhookDeliveries.deliveryId} = owned.${webhookQueue.deliveryId}`,
  { crossTenant },
);

/**
 * Records the outcomes of deliveries with their attempts (number 0 stands for an attempt that was not made and is not logged). Returns the
 * ids of those that were still claimed, each with its subjects, one a line, unless it was delivered. Nothing is written about the others.
 */
export async function recordOutcomes(db: Db, outcomes: readonly WebhookOutcome[]): Promise<ReadonlyMap<number, string>> {
  const attempts = outcomes.map(({ attempt }) => attempt);
  const rows = await db.rows(record, {
    ...queue.lists(outcomes.map(({ claimed }) => claimed)),
    createdAtMs: outcomes.map(({ claimed }) => claimed.createdAtMs),
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
  return new Map(rows.map(({ deliveryId, subjects }) => [deliveryId, subjects ?? ""]));
}

const remove = statement(
  "notifications.webhook_remove",
  queue.parameters,
  { deliveryId: webhookDeliveries.deliveryId, subjects: types.text, eventTimeMs: webhookDeliveries.eventTimeMs },
  sql`with ${queue.claimed()}, removed as (
     delete from ${webhookQueue} q using claimed where ${queue.isClaimed}
     returning q.${webhookQueue.apiKeyId}, q.${webhookQueue.createdAtMs}, q.${webhookQueue.deliveryId}
   ), freed as (
     delete from ${webhookPayloads} p using removed where p.${webhookPayloads.apiKeyId} = removed.${webhookQueue.apiKeyId}
       and p.${webhookPayloads.deliveryId} = removed.${webhookQueue.deliveryId}
   )
   delete from ${webhookDeliveries} d using removed
   where d.${webhookDeliveries.apiKeyId} = removed.${webhookQueue.apiKeyId}
     and d.${webhookDeliveries.createdAtMs} = removed.${webhookQueue.createdAtMs}
     and d.${webhookDeliveries.deliveryId} = removed.${webhookQueue.deliveryId}
   returning d.${webhookDeliveries.deliveryId}, ${linesOf(sql`d`)} as subjects, d.${webhookDeliveries.eventTimeMs}`,
  { crossTenant },
);

/** Deletes deliveries that are still claimed, and queue rows whose delivery has been deleted; returns the deleted deliveries. */
export function removeDeliveries(db: Db, claimed: readonly ReadRow[]): Promise<RemovedDelivery[]> {
  return db.rows(remove, queue.lists(claimed));
}

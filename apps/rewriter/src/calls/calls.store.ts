import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, types } from "@parley/database/schema";
import type { ProviderName } from "../providers/model-route.ts";
import { calls, usageDays } from "../schema.ts";

/** The record of one call. */
export interface CallRow {
  readonly apiKeyId: string;
  readonly createdAtMs: number;
  readonly callId: string;
  readonly workspaceId: string;
  readonly provider: ProviderName;
  readonly model: string;
  /** `ok`, `abandoned` by the caller, `failed` because of a fault of this service, or the reason of a provider's fault. */
  readonly outcome: string;
  readonly attempts: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly latencyMs: number;
}

// Only inserted records are counted, so that a batch may be sent again when its outcome is unknown. The days are counted in one order, so
// that two processes that record at the same time do not deadlock. Customers choose the names of models: those of a key and day beyond
// `maxModels` are counted as `other`, which is not the name of a model. Two processes that record at the same moment do not see each
// other's new names, so a day may exceed the limit by a few.
const insert = statement(
  "rewriter.record_calls",
  {
    apiKeyIds: listOf(types.text),
    createdAtMss: listOf(types.bigint),
    callIds: listOf(types.text),
    workspaceIds: listOf(types.text),
    providers: narrowed<readonly ProviderName[]>(listOf(types.text)),
    models: listOf(types.text),
    outcomes: listOf(types.text),
    attemptss: listOf(types.integer),
    inputTokenss: listOf(types.bigint),
    outputTokenss: listOf(types.bigint),
    latencyMss: listOf(types.bigint),
    maxModels: types.bigint,
  },
  {},
  sql`with recorded as (
     insert into ${calls} (${calls.apiKeyId}, ${calls.createdAtMs}, ${calls.callId}, ${calls.workspaceId}, ${calls.provider},
       ${calls.model}, ${calls.outcome}, ${calls.attempts}, ${calls.inputTokens}, ${calls.outputTokens},
       ${calls.latencyMs})
     select * from unnest($apiKeyIds::text[], $createdAtMss::bigint[], $callIds::text[], $workspaceIds::text[], $providers::text[],
       $models::text[], $outcomes::text[], $attemptss::integer[], $inputTokenss::bigint[], $outputTokenss::bigint[], $latencyMss::bigint[])
     on conflict (${calls.apiKeyId}, ${calls.createdAtMs}, ${calls.callId}) do nothing
     returning *, (to_timestamp(${calls.createdAtMs} / 1000.0) at time zone 'UTC')::date as day
   ), unseen as (
     select ${calls.apiKeyId}, day, ${calls.model}, row_number() over (partition by ${calls.apiKeyId}, day order by ${calls.model}) as place
     from (select distinct ${calls.apiKeyId}, day, ${calls.model} from recorded) as named
     where (
       select seen.${usageDays.model} from ${usageDays} as seen
       where seen.${usageDays.apiKeyId} = named.${calls.apiKeyId} and seen.${usageDays.day} = named.day
         and seen.${usageDays.model} = named.${calls.model}
     ) is null
   ), beyond as (
     select ${calls.apiKeyId}, day, ${calls.model} from unseen
     where place > $maxModels - (
       select count(*) from ${usageDays} as seen
       where seen.${usageDays.apiKeyId} = unseen.${calls.apiKeyId} and seen.${usageDays.day} = unseen.day
         and seen.${usageDays.model} <> 'other'
     )
   ), counted as (
     select recorded.*, case when beyond.${calls.model} is null then recorded.${calls.model} else 'other' end as counted_as
     from recorded left join beyond
       on beyond.${calls.apiKeyId} = recorded.${calls.apiKeyId} and beyond.day = recorded.day
         and beyond.${calls.model} = recorded.${calls.model}
   )
   insert into ${usageDays} as total (${usageDays.apiKeyId}, ${usageDays.day}, ${usageDays.model}, ${usageDays.provider},
     ${usageDays.workspaceId}, ${usageDays.calls}, ${usageDays.failedCalls}, ${usageDays.inputTokens}, ${usageDays.outputTokens},
     ${usageDays.latencyMs})
   select ${calls.apiKeyId}, day, counted_as, min(${calls.provider}), min(${calls.workspaceId}), count(*),
     count(*) filter (where ${calls.outcome} <> 'ok'),
     sum(${calls.inputTokens}), sum(${calls.outputTokens}), sum(${calls.latencyMs})
   from counted group by ${calls.apiKeyId}, day, counted_as order by ${calls.apiKeyId}, day, counted_as
   on conflict (${usageDays.apiKeyId}, ${usageDays.day}, ${usageDays.model}) do update
   set ${usageDays.workspaceId} = excluded.${usageDays.workspaceId},
     ${usageDays.calls} = total.${usageDays.calls} + excluded.${usageDays.calls},
     ${usageDays.failedCalls} = total.${usageDays.failedCalls} + excluded.${usageDays.failedCalls},
     ${usageDays.inputTokens} = total.${usageDays.inputTokens} + excluded.${usageDays.inputTokens},
     ${usageDays.outputTokens} = total.${usageDays.outputTokens} + excluded.${usageDays.outputTokens},
     ${usageDays.latencyMs} = total.${usageDays.latencyMs} + excluded.${usageDays.latencyMs}`,
);

/** Records calls and counts them, by at most `maxModels` models of a key and day; calls that were already recorded change nothing. */
export async function insertCalls(db: Db, rows: readonly CallRow[], maxModels: number): Promise<void> {
  await db.run(insert, {
    maxModels,
    apiKeyIds: rows.map(({ apiKeyId }) => apiKeyId),
    createdAtMss: rows.map(({ createdAtMs }) => createdAtMs),
    callIds: rows.map(({ callId }) => callId),
    workspaceIds: rows.map(({ workspaceId }) => workspaceId),
    providers: rows.map(({ provider }) => provider),
    models: rows.map(({ model }) => model),
    outcomes: rows.map(({ outcome }) => outcome),
    attemptss: rows.map(({ attempts }) => attempts),
    inputTokenss: rows.map(({ inputTokens }) => inputTokens),
    outputTokenss: rows.map(({ outputTokens }) => outputTokens),
    latencyMss: rows.map(({ latencyMs }) => latencyMs),
  });
}

// Scans calls_by_age; rows that another process is deleting are left to it.
const removeOld = statement(
  "rewriter.delete_old_calls",
  { beforeMs: types.bigint, limit: types.bigint },
  {},
  sql`with old as (
     select ${calls.apiKeyId}, ${calls.createdAtMs}, ${calls.callId} from ${calls} where ${calls.createdAtMs} < $beforeMs
     order by ${calls.createdAtMs} limit $limit for update skip locked
   )
   delete from ${calls} using old
   where ${calls}.${calls.apiKeyId} = old.${calls.apiKeyId} and ${calls}.${calls.createdAtMs} = old.${calls.createdAtMs}
     and ${calls}.${calls.callId} = old.${calls.callId}`,
  { crossTenant: "Old records of every API key are removed." },
);

/** Deletes at most `limit` records that are older; returns how many. */
export function deleteOldCalls(db: Db, beforeMs: number, limit: number): Promise<number> {
  return db.run(removeOld, { beforeMs, limit });
}

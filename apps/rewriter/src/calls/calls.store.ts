import { type Db, statement } from "@parley/database";
import { listOf, narrowed, types } from "@parley/database/schema";
import type { ProviderName } from "../providers/model-route.ts";

/** The record of one call. */
export interface CallRow {
  readonly apiKeyId: string;
  readonly createdAtMs: number;
  readonly callId: string;
  readonly workspaceId: string;
  readonly provider: ProviderName;
  readonly model: string;
  /** `ok`, `abandoned` by the caller, `failed` for a fault of this service, or the reason of a provider's fault. */
  readonly outcome: string;
  readonly attempts: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly latencyMs: number;
}

// Only inserted records are counted, so that the same batch may be sent again when it is not known whether it arrived. The days are counted
// in one order, so that two processes that record at the same time do not deadlock. Customers choose the names of models: those of a key
// and day beyond `maxModels` are counted as `other`, which is not the name of a model. Two processes that record at the same moment do not
// see each other's new names: a day may exceed the limit by a few.
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
  `with recorded as (
     insert into calls (api_key_id, created_at_ms, call_id, workspace_id, provider, model, outcome, attempts, input_tokens, output_tokens,
       latency_ms)
     select * from unnest($apiKeyIds::text[], $createdAtMss::bigint[], $callIds::text[], $workspaceIds::text[], $providers::text[],
       $models::text[], $outcomes::text[], $attemptss::integer[], $inputTokenss::bigint[], $outputTokenss::bigint[], $latencyMss::bigint[])
     on conflict (api_key_id, created_at_ms, call_id) do nothing
     returning *, (to_timestamp(created_at_ms / 1000.0) at time zone 'UTC')::date as day
   ), unseen as (
     select api_key_id, day, model, row_number() over (partition by api_key_id, day order by model) as place
     from (select distinct api_key_id, day, model from recorded) as named
     where (
       select seen.model from usage_days as seen
       where seen.api_key_id = named.api_key_id and seen.day = named.day and seen.model = named.model
     ) is null
   ), beyond as (
     select api_key_id, day, model from unseen
     where place > $maxModels - (
       select count(*) from usage_days as seen
       where seen.api_key_id = unseen.api_key_id and seen.day = unseen.day and seen.model <> 'other'
     )
   ), counted as (
     select recorded.*, case when beyond.model is null then recorded.model else 'other' end as counted_as
     from recorded left join beyond
       on beyond.api_key_id = recorded.api_key_id and beyond.day = recorded.day and beyond.model = recorded.model
   )
   insert into usage_days as total (api_key_id, day, model, provider, workspace_id, calls, failed_calls, input_tokens, output_tokens,
     latency_ms)
   select api_key_id, day, counted_as, min(provider), min(workspace_id), count(*), count(*) filter (where outcome <> 'ok'),
     sum(input_tokens), sum(output_tokens), sum(latency_ms)
   from counted group by api_key_id, day, counted_as order by api_key_id, day, counted_as
   on conflict (api_key_id, day, model) do update
   set workspace_id = excluded.workspace_id, calls = total.calls + excluded.calls, failed_calls = total.failed_calls + excluded.failed_calls,
     input_tokens = total.input_tokens + excluded.input_tokens, output_tokens = total.output_tokens + excluded.output_tokens,
     latency_ms = total.latency_ms + excluded.latency_ms`,
);

/** Records calls and counts them, by at most `maxModels` models of a key and day; calls that are recorded already change nothing. */
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
  `with old as (
     select api_key_id, created_at_ms, call_id from calls where created_at_ms < $beforeMs
     order by created_at_ms limit $limit for update skip locked
   )
   delete from calls using old
   where calls.api_key_id = old.api_key_id and calls.created_at_ms = old.created_at_ms and calls.call_id = old.call_id`,
  { crossTenant: "The removal of old records goes by their age, whoever they belong to." },
);

/** Deletes at most `limit` records that are older; returns how many. */
export function deleteOldCalls(db: Db, beforeMs: number, limit: number): Promise<number> {
  return db.run(removeOld, { beforeMs, limit });
}

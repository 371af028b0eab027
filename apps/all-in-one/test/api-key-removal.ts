import { erasureRequestsTopic } from "@parley/contracts/topics";
import { tasksOf } from "@parley/erasure";
import { event } from "@parley/messaging";
import { querySql } from "@parley/testing";

/** Writes what the owner of a removal writes when an API key is deleted: the job, its tasks and the event to every service. */
export async function beginApiKeyRemoval(databaseUrl: string, apiKeyId: string, jobId: string): Promise<void> {
  const tasks = tasksOf("apiKey");
  const requestedAtMs = Date.now();
  const { id, key, type, payload } = event(erasureRequestsTopic, {
    apiKeyId,
    key: jobId,
    message: {
      apiKeyId,
      jobId,
      owner: "workspace",
      command: { case: "begin", value: { kind: "apiKey", requestedAtMs: BigInt(requestedAtMs), scope: {}, tasks } },
    },
  });
  await querySql(
    databaseUrl,
    `with job as (
       insert into workspace.erasure_jobs (api_key_id, job_id, kind, subject_hashes, requested_at_ms, tasks_count, tasks_left)
       values ($1, $2, 'apiKey', '{}', $3, cardinality($4::int[]), cardinality($4::int[]))
     ), tasks as (
       insert into workspace.erasure_tasks (api_key_id, job_id, stage, service, collection)
       select $1, $2, t.* from unnest($4::int[], $5::text[], $6::text[]) t
     )
     insert into workspace.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)
     values (3, $7, $8, $9, $10, $1, '{}', '', $11)`,
    [
      ...[apiKeyId, jobId, requestedAtMs],
      ...[tasks.map(({ stage }) => stage), tasks.map(({ service }) => service), tasks.map(({ collection }) => collection)],
      ...[id, erasureRequestsTopic.name, key, type, Buffer.from(payload)],
    ],
  );
}

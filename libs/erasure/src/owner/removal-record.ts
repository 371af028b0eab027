import { hash, randomBytes } from "node:crypto";
import { type Db, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { scopeOf } from "../model/owners.ts";
import type { ErasureScope } from "../model/plan.ts";
import { erasureOwnerSchema } from "../schema/erasure-schemas.ts";
import {
  documentSubject,
  folderSubject,
  locationNameSubject,
  locationSubject,
  organizationSubject,
  userSubject,
} from "../subjects/subjects.ts";

interface OfJob {
  readonly apiKeyId: string;
  readonly jobId: string;
}

/** The result of a finished removal, with its subjects as salted hashes. */
export interface RemovalRecord extends OfJob {
  readonly kind: string;
  readonly requestedAtMs: number;
  readonly completedAtMs: number;
  /** When the second pass ended; 0 when there was none. */
  readonly secondLookAtMs: number;
  /** The audit record of the request, as `workspace/record`; empty when none is known. */
  readonly auditRecord: string;
  readonly salt: string;
  readonly subjects: readonly string[];
  readonly collections: readonly CollectionRecord[];
}

interface CollectionRecord {
  readonly service: string;
  readonly collection: string;
  readonly rows: number;
  readonly doneAtMs: number;
}

/** The kind of the work that sends the record of a finished removal. */
export const recordWork = "erasure-record";

const secondLook = 2;

export type RemovalRecords = ReturnType<typeof removalRecords>;

/** Reads the result of a job while its tasks still exist. */
export function removalRecords(schema: string) {
  const { erasureJobs, erasureTasks } = erasureOwnerSchema(schema);
  const ofJob = { apiKeyId: types.text, jobId: types.text };
  const selectJob = statement(
    `${schema}.erasure_job_ended`,
    ofJob,
    { kind: types.text, requestedAtMs: types.bigint, completedAtMs: types.bigint, scope: types.text, auditRecord: types.text },
    sql`select ${erasureJobs.kind}, ${erasureJobs.requestedAtMs}, ${erasureJobs.lastTaskCompletedAtMs} as completed_at_ms,
       coalesce(${erasureJobs.scope}::text, '{}') as scope, ${erasureJobs.auditRecord} from ${erasureJobs}
     where ${erasureJobs.apiKeyId} = $apiKeyId and ${erasureJobs.jobId} = $jobId`,
  );
  const selectTasks = statement(
    `${schema}.erasure_tasks_ended`,
    ofJob,
    { service: types.text, collection: types.text, rows: types.bigint, doneAtMs: types.bigint, secondLookAtMs: types.bigint },
    sql`select ${erasureTasks.service}, ${erasureTasks.collection}, sum(${erasureTasks.rows})::bigint as rows,
       max(${erasureTasks.doneAtMs}) as done_at_ms,
       coalesce(max(${erasureTasks.doneAtMs}) filter (where ${erasureTasks.stage} = ${secondLook}), 0) as second_look_at_ms
     from ${erasureTasks} where ${erasureTasks.apiKeyId} = $apiKeyId and ${erasureTasks.jobId} = $jobId
     group by 1, 2 order by 1, 2`,
  );
  return async (tx: Db, { apiKeyId, jobId }: OfJob): Promise<RemovalRecord | undefined> => {
    const job = await tx.row(selectJob, { apiKeyId, jobId });
    if (job === undefined) return undefined;
    const tasks = await tx.rows(selectTasks, { apiKeyId, jobId });
    const { scope, ...rest } = job;
    const salt = randomBytes(16).toString("base64url");
    return {
      apiKeyId,
      jobId,
      ...rest,
      secondLookAtMs: Math.max(0, ...tasks.map(({ secondLookAtMs }) => secondLookAtMs)),
      salt,
      subjects: subjectsOf(apiKeyId, job.kind, scopeOf(JSON.parse(scope))).map((subject) => saltedHash(salt, subject)),
      collections: tasks.map(({ secondLookAtMs: _, ...collection }) => collection),
    };
  };
}

/** The hash of a subject in the record of a removal: SHA-256 of the record's salt, a line break and the subject's words. */
function saltedHash(salt: string, subject: string): string {
  return hash("sha256", `${salt}\n${subject}`, "base64url");
}

function subjectsOf(apiKeyId: string, kind: string, scope: ErasureScope): string[] {
  if (kind === "apiKey") return [`api-key:${apiKeyId}`];
  return [
    ...scope.userIds.map(userSubject),
    ...scope.organizationIds.map(organizationSubject),
    ...scope.folderIds.map(folderSubject),
    ...scope.documentIds.map(documentSubject),
    ...scope.locationIds.map(locationSubject),
    ...(scope.locationName === "" ? [] : [locationNameSubject(scope.locationName)]),
  ];
}

import { type Database, type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { ofOrganization } from "../places/place.ts";
import { users } from "../schema.ts";

// The tasks of a job go with the last of them: they lead to the open jobs among all that an API key ever had.
const select = statement(
  "users.requested_removals",
  { apiKeyId: users.apiKeyId, organizationId: types.text, userIds: listOf(types.text) },
  { userId: types.text },
  `select distinct i.user_id
   from (select job_id from erasure_tasks where api_key_id = $apiKeyId group by job_id) t
   cross join lateral (
     select scope, requested_at_ms from erasure_jobs where api_key_id = $apiKeyId and job_id = t.job_id and kind = 'user' limit 1
   ) j
   cross join lateral json_array_elements_text(j.scope -> 'userIds') as named (user_id)
   join unnest($userIds::text[]) as i (user_id) on i.user_id = named.user_id
   where case json_array_length(j.scope -> 'organizationIds')
     when 0 then not exists (select from users where api_key_id = $apiKeyId and user_id = i.user_id)
     else $organizationId in (select json_array_elements_text(j.scope -> 'organizationIds')) and not exists (
       select from memberships where ${ofOrganization} and user_id = i.user_id and added_at_ms > j.requested_at_ms)
     end`,
);

const hold = statement(
  "users.removal_requests_hold",
  { apiKeyId: users.apiKeyId },
  { held: types.boolean },
  "select pg_advisory_xact_lock(hashtextextended('removals of users of ' || $apiKeyId, 0)) is not null as held",
);

/** Call it before the time of a request is taken: whoever asks for requested removals waits until the transaction ends. */
export async function holdRemovalRequests(tx: Db, apiKeyId: string): Promise<void> {
  await tx.row(hold, { apiKeyId });
}

// A statement of its own: it releases what it has waited for, and the next one sees what was committed meanwhile.
const wait = statement(
  "users.removal_requests_wait",
  { apiKeyId: users.apiKeyId },
  { waited: types.boolean },
  "select pg_advisory_xact_lock_shared(hashtextextended('removals of users of ' || $apiKeyId, 0)) is not null as waited",
);

interface OfOrganization {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userIds: readonly string[];
}

/**
 * Those of the users whose data in the organization are being removed, unless they were added again after the request. A request that has its
 * time and is not committed yet counts: what is written from then on is not its to remove.
 */
export async function selectRequestedRemovals(db: Database, of: OfOrganization): Promise<Set<string>> {
  await db.row(wait, { apiKeyId: of.apiKeyId });
  return new Set((await db.rows(select, of)).map(({ userId }) => userId));
}

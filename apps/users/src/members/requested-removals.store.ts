import { type Database, type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { ofOrganization } from "../places/place.ts";
import { erasureJobs, erasureTasks, memberships, users } from "../schema.ts";

// A job's tasks are deleted with its last task, so they lead to the open jobs among all that an API key ever had.
const select = statement(
  "users.requested_removals",
  { apiKeyId: users.apiKeyId, organizationId: types.text, userIds: listOf(types.text) },
  { userId: types.text },
  sql`select distinct i.user_id
   from (select ${erasureTasks.jobId} from ${erasureTasks} where ${erasureTasks.apiKeyId} = $apiKeyId group by ${erasureTasks.jobId}) t
   cross join lateral (
     select ${erasureJobs.scope}, ${erasureJobs.requestedAtMs} from ${erasureJobs}
     where ${erasureJobs.apiKeyId} = $apiKeyId and ${erasureJobs.jobId} = t.${erasureTasks.jobId} and ${erasureJobs.kind} = 'user' limit 1
   ) j
   cross join lateral json_array_elements_text(j.${erasureJobs.scope} -> 'userIds') as named (user_id)
   join unnest($userIds::text[]) as i (user_id) on i.user_id = named.user_id
   where case json_array_length(j.${erasureJobs.scope} -> 'organizationIds')
     when 0 then not exists (select from ${users} where ${users.apiKeyId} = $apiKeyId and ${users.userId} = i.user_id)
     else $organizationId in (select json_array_elements_text(j.${erasureJobs.scope} -> 'organizationIds')) and not exists (
       select from ${memberships} where ${ofOrganization} and ${memberships.userId} = i.user_id
         and ${memberships.addedAtMs} > j.${erasureJobs.requestedAtMs})
     end`,
);

const hold = statement(
  "users.removal_requests_hold",
  { apiKeyId: users.apiKeyId },
  { held: types.boolean },
  sql`select pg_advisory_xact_lock(hashtextextended('removals of users of ' || $apiKeyId, 0)) is not null as held`,
);

/** Call it before the time of a request is taken: readers of requested removals wait until the transaction ends. */
export async function holdRemovalRequests(tx: Db, apiKeyId: string): Promise<void> {
  await tx.row(hold, { apiKeyId });
}

// A separate statement: it waits without keeping the lock, and the next statement sees what other transactions have committed meanwhile.
const wait = statement(
  "users.removal_requests_wait",
  { apiKeyId: users.apiKeyId },
  { waited: types.boolean },
  sql`select pg_advisory_xact_lock_shared(hashtextextended('removals of users of ' || $apiKeyId, 0)) is not null as waited`,
);

interface OfOrganization {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userIds: readonly string[];
}

/**
 * The users whose data in the organization are being removed, without those who were added again after the request. A request whose time is
 * set counts even before it is committed, because later writes are not in its scope.
 */
export async function selectRequestedRemovals(db: Database, of: OfOrganization): Promise<Set<string>> {
  await db.row(wait, { apiKeyId: of.apiKeyId });
  return new Set((await db.rows(select, of)).map(({ userId }) => userId));
}

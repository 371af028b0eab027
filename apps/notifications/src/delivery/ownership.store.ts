import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, nowMs, types } from "@parley/database/schema";
import type { Group, Kind } from "./channel.ts";
import { deliveryGroups as groups, deliveryProcesses as processes } from "./tables.ts";

const crossTenant = "A process owns groups of many API keys.";

/** The owner of groups in a queue: one process. */
interface Owner {
  readonly kind: Kind;
  readonly owner: string;
}

const mine = { kind: processes.kind, owner: processes.owner };

const group = { apiKeyId: groups.apiKeyId, target: groups.target };

/** SQL: whether a row of the groups has no owner, or one whose lease has expired. */
export function isAbandoned(alias: Sql): Sql {
  return sql`not exists (select from ${processes} p where p.${processes.kind} = ${alias}.${groups.kind}
     and p.${processes.owner} = ${alias}.${groups.owner} and p.${processes.expiresAtMs} > ${nowMs})`;
}

// Rendezvous hashing: of the living processes, the heir of a group is the one whose name gives the highest hash together with the group's.
// A new process takes its share from all alike, a leaving one gives its share to all alike, and no other group moves.
function heirOf(alias: Sql): Sql {
  return sql`(select p.${processes.owner} from ${processes} p
     where p.${processes.kind} = $kind and not p.${processes.isLeaving} and p.${processes.expiresAtMs} > ${nowMs}
     order by hashtextextended(concat_ws(' ', p.${processes.owner}, ${alias}.${groups.apiKeyId}, ${alias}.${groups.target}), 0) desc, p.${processes.owner}
     limit 1)`;
}

// ms after which an ended process is deleted, with its groups that nobody has taken over because nothing waits in them.
const forgottenAfterMs = 600_000;

const renew = statement(
  "notifications.delivery_renew",
  { ...mine, leaseMs: types.bigint },
  { others: types.integer, living: types.text },
  sql`with renewed as (
     insert into ${processes} (${processes.kind}, ${processes.owner}, ${processes.expiresAtMs})
     values ($kind, $owner, ${nowMs} + $leaseMs::bigint)
     on conflict (${processes.kind}, ${processes.owner}) do update set ${processes.expiresAtMs} = excluded.${processes.expiresAtMs}
   ), ended as (
     delete from ${processes} where ${processes.kind} = $kind and ${processes.expiresAtMs} < ${nowMs} - ${forgottenAfterMs}
     returning ${processes.owner}
   ), forgotten as (
     delete from ${groups} where ${groups.owner} = any(array(select ${processes.owner} from ended)) and ${groups.kind} = $kind
   )
   select count(*)::integer as others, coalesce(string_agg(${processes.owner}, ' ' order by ${processes.owner}), '') as living from ${processes}
   where ${processes.kind} = $kind and ${processes.owner} <> $owner and not ${processes.isLeaving} and ${processes.expiresAtMs} > ${nowMs}`,
  { crossTenant },
);

/** Renews the lease of this process; returns how many other processes live, and which. */
export async function renewLease(db: Db, me: Owner, leaseMs: number): Promise<{ readonly others: number; readonly living: string }> {
  return (await db.row(renew, { ...me, leaseMs })) ?? { others: 0, living: "" };
}

const misplaced = statement(
  "notifications.delivery_misplaced",
  mine,
  group,
  sql`select g.${groups.apiKeyId}, g.${groups.target} from ${groups} g
   where g.${groups.kind} = $kind and g.${groups.owner} = $owner and ${heirOf(sql`g`)} <> $owner`,
  { crossTenant },
);

/** The groups of this process whose heir is another process, which has joined. */
export function selectMisplaced(db: Db, me: Owner): Promise<Group[]> {
  return db.rows(misplaced, me);
}

const claim = statement(
  "notifications.delivery_claim",
  { ...mine, apiKeyIds: listOf(types.text), targets: listOf(types.text) },
  group,
  sql`insert into ${groups} as g (${groups.apiKeyId}, ${groups.kind}, ${groups.target}, ${groups.owner})
   select free.${groups.apiKeyId}, $kind, free.${groups.target}, $owner
   from unnest($apiKeyIds::text[], $targets::text[]) as free (${groups.apiKeyId}, ${groups.target})
   where ${heirOf(sql`free`)} = $owner order by 1, 3
   on conflict (${groups.apiKeyId}, ${groups.kind}, ${groups.target}) do update
   set ${groups.owner} = excluded.${groups.owner}, ${groups.fence} = default
   where ${isAbandoned(sql`g`)}
   returning ${groups.apiKeyId}, ${groups.target}`,
  { crossTenant },
);

/** Takes the groups without a living owner whose heir is this process; returns them. */
export function claimGroups(db: Db, me: Owner, free: readonly Group[]): Promise<Group[]> {
  return db.rows(claim, { ...me, ...listsOf(free) });
}

const leave = statement(
  "notifications.delivery_leave",
  { ...mine, graceMs: types.bigint, apiKeyIds: listOf(types.text), targets: listOf(types.text) },
  {},
  sql`with leaving as (
     update ${processes} set ${processes.isLeaving} = true, ${processes.expiresAtMs} = ${nowMs} + $graceMs::bigint
     where ${processes.kind} = $kind and ${processes.owner} = $owner
   )
   delete from ${groups} where ${groups.kind} = $kind and ${groups.owner} = $owner
     and (${groups.apiKeyId}, ${groups.target}) not in (select * from unnest($apiKeyIds::text[], $targets::text[]))`,
  { crossTenant },
);

/** Hands over all groups except the busy ones, which stay for a grace time, and takes no others. */
export async function leaveGroups(db: Db, me: Owner, busy: readonly Group[], graceMs: number): Promise<void> {
  await db.run(leave, { ...me, graceMs, ...listsOf(busy) });
}

const release = statement(
  "notifications.delivery_release",
  { ...mine, apiKeyIds: listOf(types.text), targets: listOf(types.text) },
  {},
  sql`delete from ${groups} where ${groups.owner} = $owner and ctid = any(array(
     select g.place from unnest($apiKeyIds::text[], $targets::text[]) as given (${groups.apiKeyId}, ${groups.target})
     cross join lateral (
       select ctid as place from ${groups} g where g.${groups.apiKeyId} = given.${groups.apiKeyId} and g.${groups.kind} = $kind
         and g.${groups.target} = given.${groups.target} limit 1
     ) as g))`,
  { crossTenant },
);

/** Releases these groups. */
export async function releaseGroups(db: Db, me: Owner, given: readonly Group[]): Promise<void> {
  await db.run(release, { ...me, ...listsOf(given) });
}

const end = statement(
  "notifications.delivery_end",
  mine,
  {},
  sql`with handed_over as (
     delete from ${groups} where ${groups.kind} = $kind and ${groups.owner} = $owner
   )
   delete from ${processes} where ${processes.kind} = $kind and ${processes.owner} = $owner`,
  { crossTenant },
);

/** Releases all groups and ends the lease. */
export async function endLease(db: Db, me: Owner): Promise<void> {
  await db.run(end, me);
}

function listsOf(some: readonly Group[]) {
  return { apiKeyIds: some.map(({ apiKeyId }) => apiKeyId), targets: some.map(({ target }) => target) };
}

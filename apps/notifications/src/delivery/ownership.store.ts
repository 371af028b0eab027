import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, nowMs, types } from "@parley/database/schema";
import type { Group, Kind } from "./claimed.ts";
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
  { ...mine, leaseMs: types.bigint, isLeaving: processes.isLeaving },
  { others: types.integer, living: types.text },
  sql`with renewed as (
     insert into ${processes} (${processes.kind}, ${processes.owner}, ${processes.expiresAtMs}, ${processes.isLeaving})
     values ($kind, $owner, ${nowMs} + $leaseMs::bigint, $isLeaving)
     on conflict (${processes.kind}, ${processes.owner}) do update
     set ${processes.expiresAtMs} = excluded.${processes.expiresAtMs}, ${processes.isLeaving} = excluded.${processes.isLeaving}
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

interface Lease {
  readonly leaseMs: number;
  /** Whether the process is stopping and takes no more groups. */
  readonly isLeaving: boolean;
}

/** Renews the lease of this process; returns how many other processes take groups, and which. */
export async function renewLease(db: Db, me: Owner, lease: Lease): Promise<{ readonly others: number; readonly living: string }> {
  return (await db.row(renew, { ...me, ...lease })) ?? { others: 0, living: "" };
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

const handOver = statement(
  "notifications.delivery_hand_over",
  { ...mine, apiKeyIds: listOf(types.text), targets: listOf(types.text) },
  group,
  sql`with misplaced as materialized (
     select g.${groups.apiKeyId}, g.${groups.target}, g.ctid as place,
       (g.${groups.apiKeyId}, g.${groups.target}) in (select * from unnest($apiKeyIds::text[], $targets::text[])) as is_busy
     from ${groups} g where g.${groups.kind} = $kind and g.${groups.owner} = $owner and ${heirOf(sql`g`)} is distinct from $owner
   ), handed_over as (
     delete from ${groups} where ${groups.owner} = $owner and ctid = any(array(select place from misplaced where not is_busy))
   )
   select ${groups.apiKeyId}, ${groups.target} from misplaced where is_busy`,
  { crossTenant },
);

/** Gives up the groups whose heir is another process, because one has joined or this one is leaving. Keeps the busy ones; returns them. */
export function handOverGroups(db: Db, me: Owner, busy: readonly Group[]): Promise<Group[]> {
  return db.rows(handOver, { ...me, ...listsOf(busy) });
}

function listsOf(some: readonly Group[]) {
  return { apiKeyIds: some.map(({ apiKeyId }) => apiKeyId), targets: some.map(({ target }) => target) };
}

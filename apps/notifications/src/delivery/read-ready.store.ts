import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, nullable, type Shape, types } from "@parley/database/schema";
import { type Claimed, type Group, groupNamed, type Rooms } from "./claimed.ts";
import { isAbandoned } from "./ownership.store.ts";
import { groupOf, type QueueTable, targetOf } from "./queue-table.ts";
import { deliveryGroups as groups } from "./tables.ts";

/** The parameters of one read. */
export interface Asked {
  readonly owner: string;
  /** Deliveries that are already in hand. */
  readonly inHand: readonly number[];
  readonly limit: number;
  /** Most bytes; a single delivery is read whatever its size. */
  readonly maxBytes: number;
  readonly rooms: Rooms;
  /** The last group of the current round that has been examined; undefined for a new round. */
  readonly after: Group | undefined;
}

/** A group that no living process owns. */
export interface FreeGroup extends Group {
  readonly wasOwned: boolean;
}

/** The result of one read. */
export interface Read<Row> {
  readonly rows: readonly Row[];
  /** Groups with ready rows that no living process owns. */
  readonly free: readonly FreeGroup[];
  /** The last group examined; undefined if none follows. */
  readonly last: Group | undefined;
  /** Whether ready rows of this process were left, because a limit was reached. */
  readonly isMore: boolean;
}

// Groups examined by one read; the next one continues after the last of them.
const groupsPerRead = 64;

const parameters = {
  owner: types.text,
  after: listOf(types.text),
  inHand: listOf(types.bigint),
  limit: types.integer,
  maxBytes: types.bigint,
  perGroup: types.integer,
  groupKeys: listOf(types.text),
  groupTargets: listOf(types.text),
  groupRooms: listOf(types.integer),
  perKey: types.integer,
  keys: listOf(types.text),
  keyRooms: listOf(types.integer),
};

const common = {
  position: types.integer,
  isFree: types.boolean,
  wasOwned: types.boolean,
  isMore: types.boolean,
  apiKeyId: types.text,
  target: types.text,
  deliveryId: nullable(types.bigint),
  bytes: types.integer,
  tries: types.integer,
  fence: types.bigint,
  groupFence: types.bigint,
};

/**
 * The function that reads ready rows that are not in hand, from the groups that a process owns: API keys take turns, and so do the groups
 * of a key within its turns; the rows of a group are read in the order of their ids.
 */
export function readyReader<Row extends Claimed>(table: QueueTable<Row, Shape>) {
  const { kind, queue, apiKeyId, target, id, bytes } = table;
  const group = target === undefined ? [apiKeyId] : [apiKeyId, target];
  const after = target === undefined ? sql`($after::text[])[1]` : sql`($after::text[])[1], ($after::text[])[2]`;
  const groupIn = (row: Sql) => group.map((column) => sql`${row}.${column}`);
  const isOfVisited = (row: Sql) => sql`(${groupIn(row)}) = (${groupIn(sql`visited`)})`;
  const turns = sql`turn_of_key, ${id}`;

  // One row more than there is room for is taken from each group, which shows whether any are left.
  const read = statement(
    `notifications.${kind}_read`,
    parameters,
    { ...common, ...table.columns },
    sql`with recursive ready as (
     (select ${group}, 1 as position from ${queue} where ${queue.state} = 'ready' and (${group}) > (${after}) order by ${group} limit 1)
     union all
     select ${groupIn(sql`next`)}, ready.position + 1 from ready cross join lateral (
       select ${group} from ${queue} q where q.${queue.state} = 'ready' and (${groupIn(sql`q`)}) > (${groupIn(sql`ready`)})
       order by ${groupIn(sql`q`)} limit 1
     ) as next
     where ready.position < ${groupsPerRead}
   ), visited as materialized (
     select ready.*, g.${groups.fence} as group_fence, g.${groups.owner} is not null as was_owned,
       coalesce(g.${groups.owner} = $owner, false) as is_mine,
       g.${groups.owner} is null or (g.${groups.owner} <> $owner and ${isAbandoned(sql`g`)}) as is_free
     from ready left join lateral (${groupOf(table, sql`ready`)} limit 1) as g on true
   ), taken as materialized (
     select first.*, visited.group_fence, coalesce(known.room, $perGroup::integer) as room,
       coalesce(owned.room, $perKey::integer) as room_of_key
     from visited
     left join unnest($groupKeys::text[], $groupTargets::text[], $groupRooms::integer[]) as known (api_key_id, target, room)
       on known.api_key_id = visited.${apiKeyId} and known.target = ${targetOf(table, sql`visited`)}
     left join unnest($keys::text[], $keyRooms::integer[]) as owned (api_key_id, room) on owned.api_key_id = visited.${apiKeyId}
     cross join lateral (
       select next.*, row_number() over (order by next.${id}) as turn from (
         select * from ${queue} q
         where q.${queue.state} = 'ready' and ${isOfVisited(sql`q`)} and q.${id} not in (select unnest($inHand::bigint[]))
         order by q.${id} limit coalesce(known.room, $perGroup::integer) + 1
       ) as next
     ) as first
     where visited.is_mine
   ), turned as (
     select taken.*, row_number() over (partition by ${apiKeyId} order by turn, ${id}) as turn_of_key from taken where turn <= room
   ), counted as (
     select turned.*, row_number() over (order by ${turns}) as nth, sum(${bytes}) over (order by ${turns}) as bytes_so_far
     from turned where turn_of_key <= room_of_key
   ), picked as materialized (
     select * from counted where nth <= $limit::integer and (nth = 1 or bytes_so_far <= $maxBytes::bigint)
   )
   select visited.position, visited.is_free, visited.was_owned, (select count(*) from taken) > (select count(*) from picked) as is_more,
     visited.${apiKeyId}, ${targetOf(table, sql`visited`)}, picked.${id}, ${bytes}, picked.${queue.tries}, picked.${queue.fence},
     ${[sql`picked.group_fence`, ...table.selected]}
   from visited left join picked on ${isOfVisited(sql`picked`)}
   ${table.joined}
   where picked.${id} is not null or visited.is_free or visited.position = (select max(position) from visited)
   order by picked.${id}`,
    { crossTenant: "Deliveries of every API key are read together, group by group in turn." },
  );

  return async (db: Db, { rooms, after: last, ...asked }: Asked): Promise<Read<Row>> => {
    const ofGroups = [...rooms.groups.keys()].map(groupNamed);
    const answered = await db.rows(read, {
      ...asked,
      after: [last?.apiKeyId ?? "", last?.target ?? ""],
      perGroup: rooms.perGroup,
      groupKeys: ofGroups.map((one) => one.apiKeyId),
      groupTargets: ofGroups.map((one) => one.target),
      groupRooms: [...rooms.groups.values()],
      perKey: rooms.perKey,
      keys: [...rooms.keys.keys()],
      keyRooms: [...rooms.keys.values()],
    });
    return {
      // The columns of a delivery are those that its table describes.
      rows: answered.filter(({ deliveryId }) => deliveryId !== null) as unknown as Row[],
      free: answered.filter(({ isFree }) => isFree),
      last: answered.find(({ position }) => position >= groupsPerRead),
      isMore: answered.some(({ isMore }) => isMore),
    };
  };
}

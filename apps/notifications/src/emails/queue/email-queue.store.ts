import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types } from "@parley/database/schema";
import type { FreeGroup, Held } from "../../delivery/channel.ts";
import { groupsPerRead, ownedQueue } from "../../delivery/owned-queue.store.ts";
import { emailQueue } from "../config/tables.ts";

/** Identifies a row of the queue as it was read; the delivery is the mail. */
export type HeldRow = Omit<Held, "tries">;

/** The queue of mails, owned by API key. */
export const queue = ownedQueue({
  kind: "email",
  queue: emailQueue,
  key: [emailQueue.apiKeyId, emailQueue.emailId],
  group: [emailQueue.apiKeyId],
  parameters: { apiKeyIds: listOf(types.text), emailIds: listOf(types.bigint) },
  lists: (rows: readonly HeldRow[]) => ({
    apiKeyIds: rows.map(({ apiKeyId }) => apiKeyId),
    emailIds: rows.map(({ deliveryId }) => deliveryId),
  }),
  promotedAtOnce: 1_000,
});

interface Asked {
  readonly owner: string;
  /** Mails that are already in hand. */
  readonly inHand: readonly number[];
  readonly limit: number;
  /** Most mails of one API key. */
  readonly perKey: number;
  /** API keys with another limit than `perKey`, in parallel lists. */
  readonly busyKeys: readonly string[];
  readonly busyRooms: readonly number[];
  /** API keys up to this one have been read in this round. */
  readonly afterKey: string;
}

const { apiKeyId, emailId, fence, tries, state } = emailQueue;

const read = statement(
  "notifications.email_read",
  {
    afterKey: types.text,
    inHand: listOf(types.bigint),
    busyKeys: listOf(types.text),
    busyRooms: listOf(types.integer),
    perKey: types.integer,
    limit: types.integer,
    owner: types.text,
  },
  {
    position: types.integer,
    isFree: types.boolean,
    wasOwned: types.boolean,
    apiKeyId,
    deliveryId: nullable(emailId),
    fence,
    groupFence: types.bigint,
    tries,
  },
  sql`${queue.visited([sql`$afterKey`])}, picked as materialized (
     select taken.*, visited.group_fence
     from visited
     left join unnest($busyKeys::text[], $busyRooms::integer[]) as busy (api_key_id, room) on busy.api_key_id = visited.${apiKeyId}
     cross join lateral (
       select first.*, row_number() over (order by first.${emailId}) as turn from (
         select * from ${emailQueue} where ${state} = 'ready' and ${apiKeyId} = visited.${apiKeyId}
           and ${emailId} not in (select unnest($inHand::bigint[]))
         order by ${emailId} limit coalesce(busy.room, $perKey::integer)
       ) as first
     ) as taken
     where visited.is_mine order by taken.turn, visited.${apiKeyId} limit $limit::integer
   )
   select visited.position, visited.is_free, visited.was_owned, visited.${apiKeyId}, picked.${emailId}, picked.${fence}, picked.group_fence,
     picked.${tries}
   from visited left join picked on picked.${apiKeyId} = visited.${apiKeyId}
   where picked.${emailId} is not null or ${queue.isTold}`,
  { crossTenant: "Mails of every API key are read together, key by key in turn." },
);

interface ReadResult {
  readonly rows: readonly Held[];
  /** API keys whose mails no living process owns. */
  readonly free: readonly FreeGroup[];
  /** The last API key examined; undefined if none follows. */
  readonly last: string | undefined;
  /** Whether any row was ready, read or not. */
  readonly wasReady: boolean;
}

/** Reads mails that are ready and not in hand, API key by API key in turn. */
export async function readEmails(db: Db, asked: Asked): Promise<ReadResult> {
  const told = await db.rows(read, asked);
  return {
    rows: told.filter((row): row is Held & (typeof told)[number] => row.deliveryId !== null),
    free: told.filter(({ isFree }) => isFree).map((row) => ({ ...row, target: "" })),
    last: told.find(({ position }) => position >= groupsPerRead)?.apiKeyId,
    wasReady: told.length > 0,
  };
}

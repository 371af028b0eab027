import { type Db, rowCount, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types } from "@parley/database/schema";
import { nowMs } from "../clock/now-ms.ts";
import type { OfUser } from "../streams/key-streams.store.ts";
import type { Channels, Level, Levels } from "./levels.ts";
import { configs } from "./tables.ts";

interface OfDocuments extends Omit<OfUser, "userId"> {
  readonly userIds: readonly string[];
  /** The empty id stands for the organization as a whole. */
  readonly documentIds: readonly string[];
}

type ConfigRow = Levels & Channels & { readonly userId: string; readonly documentId: string };

// Reads one range of the primary key for each user.
const select = statement(
  "notifications.configs",
  { userIds: listOf(types.text), apiKeyId: configs.apiKeyId, organizationId: configs.organizationId, documentIds: listOf(types.text) },
  {
    userId: configs.userId,
    documentId: configs.documentId,
    inbox: nullable(narrowed<Level>(types.text)),
    email: nullable(narrowed<Level>(types.text)),
    channels: configs.channels,
  },
  sql`select c.${configs.userId}, c.${configs.documentId}, c.${configs.inbox}, c.${configs.email}, c.${configs.channels} from unnest($userIds::text[]) as u (id)
   cross join lateral (
     select * from ${configs}
     where ${configs.apiKeyId} = $apiKeyId and ${configs.organizationId} = $organizationId and ${configs.userId} = u.id
       and ${configs.documentId} = any($documentIds::text[])
     offset 0) c`,
);

/** The values that users have set for documents. */
export function selectConfigs(db: Db, of: OfDocuments): Promise<ConfigRow[]> {
  return db.rows(select, of);
}

interface Change extends OfDocuments {
  readonly setsInbox: boolean;
  readonly inbox: Level | null;
  readonly setsEmail: boolean;
  readonly email: Level | null;
  /** The changes of further channels, as JSON text; null removes a value. */
  readonly channels: string;
}

const upsert = statement(
  "notifications.configs_set",
  {
    apiKeyId: configs.apiKeyId,
    organizationId: configs.organizationId,
    inbox: nullable(narrowed<Level>(types.text)),
    email: nullable(narrowed<Level>(types.text)),
    userIds: listOf(types.text),
    documentIds: listOf(types.text),
    setsInbox: types.boolean,
    setsEmail: types.boolean,
    channels: types.json,
  },
  { created: types.integer },
  sql`with written as (
     insert into ${configs} as c (${configs.apiKeyId}, ${configs.organizationId}, ${configs.userId}, ${configs.documentId},
       ${configs.inbox}, ${configs.email}, ${configs.channels})
     select $apiKeyId, $organizationId, u.id, d.id, $inbox, $email, json_strip_nulls($channels::json)
     from unnest($userIds::text[]) as u (id) cross join unnest($documentIds::text[]) as d (id)
     order by u.id collate "C", d.id collate "C"
     on conflict (${configs.apiKeyId}, ${configs.organizationId}, ${configs.userId}, ${configs.documentId}) do update
       set ${configs.inbox} = case when $setsInbox::boolean then excluded.${configs.inbox} else c.${configs.inbox} end,
           ${configs.email} = case when $setsEmail::boolean then excluded.${configs.email} else c.${configs.email} end,
           ${configs.channels} = jsonb_strip_nulls(c.${configs.channels}::jsonb || $channels::jsonb)::json,
           ${configs.updatedAtMs} = ${nowMs}
     returning xmax = 0 as created
   )
   select count(*)::int as created from written where created`,
);

/** Sets values of users; null removes a value. Returns how many configs are new. */
export async function setConfigs(db: Db, change: Change): Promise<number> {
  return (await db.row(upsert, change))?.created ?? 0;
}

/** How many notification configs an API key has. */
export const countConfigs = rowCount("notifications.configs_count_part", configs.apiKeyId, [
  configs.organizationId,
  configs.userId,
  configs.documentId,
]);

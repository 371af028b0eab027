import { type Db, statement } from "@parley/database";
import { listOf, narrowed, nullable, types } from "@parley/database/schema";
import type { OfUser } from "../streams/key-streams.store.ts";
import type { Level, Levels } from "./levels.ts";
import { configs } from "./tables.ts";

interface OfDocuments extends Omit<OfUser, "userId"> {
  readonly userIds: readonly string[];
  /** The empty id means the organization as a whole. */
  readonly documentIds: readonly string[];
}

type ConfigRow = Levels & { readonly userId: string; readonly documentId: string };

// One range of the primary key per user.
const select = statement(
  "notifications.configs",
  { userIds: listOf(types.text), apiKeyId: configs.apiKeyId, organizationId: configs.organizationId, documentIds: listOf(types.text) },
  {
    userId: configs.userId,
    documentId: configs.documentId,
    inbox: nullable(narrowed<Level>(types.text)),
    email: nullable(narrowed<Level>(types.text)),
  },
  `select c.user_id, c.document_id, c.inbox, c.email from unnest($userIds::text[]) as u (id)
   cross join lateral (
     select * from configs
     where api_key_id = $apiKeyId and organization_id = $organizationId and user_id = u.id and document_id = any($documentIds::text[])
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
  },
  { created: types.integer },
  `with written as (
     insert into configs as c (api_key_id, organization_id, user_id, document_id, inbox, email)
     select $apiKeyId, $organizationId, u.id, d.id, $inbox, $email
     from unnest($userIds::text[]) as u (id) cross join unnest($documentIds::text[]) as d (id)
     order by u.id collate "C", d.id collate "C"
     on conflict (api_key_id, organization_id, user_id, document_id) do update
       set inbox = case when $setsInbox::boolean then excluded.inbox else c.inbox end,
           email = case when $setsEmail::boolean then excluded.email else c.email end,
           updated_at_ms = now_ms()
     returning xmax = 0 as created
   )
   select count(*)::int as created from written where created`,
);

/** Sets values of users; null removes a value. Returns how many configs are new. */
export async function setConfigs(db: Db, change: Change): Promise<number> {
  return (await db.row(upsert, change))?.created ?? 0;
}

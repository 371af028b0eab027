import { type Db, statement } from "@parley/database";
import type { OfUser } from "../inbox/key-streams.store.ts";
import type { Level, Levels } from "./levels.ts";

interface OfDocuments extends OfUser {
  /** The empty id is the organization as a whole. */
  readonly documentIds: readonly string[];
}

const select = statement<OfDocuments, Levels & { documentId: string }>(
  "notifications.configs",
  `select document_id, inbox, email from configs
   where api_key_id = $apiKeyId and organization_id = $organizationId and user_id = $userId and document_id = any($documentIds::text[])`,
);

/** What a user has set, by document. */
export async function selectConfigs(db: Db, of: OfDocuments): Promise<Map<string, Levels>> {
  return new Map((await db.rows(select, of)).map(({ documentId, ...levels }) => [documentId, levels]));
}

interface Change extends OfDocuments {
  readonly setsInbox: boolean;
  readonly inbox: Level | null;
  readonly setsEmail: boolean;
  readonly email: Level | null;
}

const upsert = statement<Change>(
  "notifications.configs_set",
  `insert into configs as c (api_key_id, organization_id, user_id, document_id, inbox, email)
   select $apiKeyId, $organizationId, $userId, d.id, $inbox, $email from unnest($documentIds::text[]) as d (id)
   order by d.id collate "C"
   on conflict (api_key_id, organization_id, user_id, document_id) do update
     set inbox = case when $setsInbox::boolean then excluded.inbox else c.inbox end,
         email = case when $setsEmail::boolean then excluded.email else c.email end,
         updated_at_ms = now_ms()`,
);

/** Sets or, with null, removes values of a user. */
export async function setConfigs(db: Db, change: Change): Promise<void> {
  await db.run(upsert, change);
}

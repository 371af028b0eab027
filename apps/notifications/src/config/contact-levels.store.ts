import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types } from "@parley/database/schema";
import type { Level, Levels } from "./levels.ts";
import { configs } from "./tables.ts";

/** A user in a document. */
export interface ContactPlace {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly userId: string;
}

const select = statement(
  "notifications.webhook_contact_levels",
  { apiKeyIds: listOf(types.text), organizationIds: listOf(types.text), userIds: listOf(types.text), documentIds: listOf(types.text) },
  {
    apiKeyId: types.text,
    organizationId: types.text,
    documentId: types.text,
    userId: types.text,
    inbox: nullable(narrowed<Level>(types.text)),
    email: nullable(narrowed<Level>(types.text)),
  },
  sql`select wanted.api_key_id, wanted.organization_id, wanted.document_id, wanted.user_id, c.${configs.inbox}, c.${configs.email}
   from unnest($apiKeyIds::text[], $organizationIds::text[], $userIds::text[], $documentIds::text[])
     as wanted (api_key_id, organization_id, user_id, document_id)
   cross join lateral (
     select c.${configs.inbox}, c.${configs.email} from ${configs} c
     where c.${configs.apiKeyId} = wanted.api_key_id and c.${configs.organizationId} = wanted.organization_id
       and c.${configs.userId} = wanted.user_id
       and c.${configs.documentId} = wanted.document_id limit 1
   ) as c`,
);

/** The values that users have set for a document and, in rows with an empty document id, for its organization. */
export function selectContactLevels(db: Db, places: readonly ContactPlace[]): Promise<(Levels & ContactPlace)[]> {
  const both = places.flatMap((place) => [place, { ...place, documentId: "" }]);
  return db.rows(select, {
    apiKeyIds: both.map(({ apiKeyId }) => apiKeyId),
    organizationIds: both.map(({ organizationId }) => organizationId),
    userIds: both.map(({ userId }) => userId),
    documentIds: both.map(({ documentId }) => documentId),
  });
}

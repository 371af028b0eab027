import { type Db, statement } from "@parley/database";
import type { Levels } from "../../config/levels.ts";

/** A user in a document. */
export interface ContactPlace {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly userId: string;
}

interface Places {
  readonly apiKeyIds: readonly string[];
  readonly organizationIds: readonly string[];
  readonly userIds: readonly string[];
  /** The empty id is the organization as a whole. */
  readonly documentIds: readonly string[];
}

const select = statement<Places, Levels & ContactPlace>(
  "notifications.webhook_contact_levels",
  `select wanted.api_key_id, wanted.organization_id, wanted.document_id, wanted.user_id, c.inbox, c.email
   from unnest($apiKeyIds::text[], $organizationIds::text[], $userIds::text[], $documentIds::text[])
     as wanted (api_key_id, organization_id, user_id, document_id)
   cross join lateral (
     select c.inbox, c.email from configs c
     where c.api_key_id = wanted.api_key_id and c.organization_id = wanted.organization_id and c.user_id = wanted.user_id
       and c.document_id = wanted.document_id limit 1
   ) as c`,
);

/** What users have set for a document, and for their organization: the rows whose document id is empty. */
export function selectContactLevels(db: Db, places: readonly ContactPlace[]): Promise<(Levels & ContactPlace)[]> {
  const both = places.flatMap((place) => [place, { ...place, documentId: "" }]);
  return db.rows(select, {
    apiKeyIds: both.map(({ apiKeyId }) => apiKeyId),
    organizationIds: both.map(({ organizationId }) => organizationId),
    userIds: both.map(({ userId }) => userId),
    documentIds: both.map(({ documentId }) => documentId),
  });
}

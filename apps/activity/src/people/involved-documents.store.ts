import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { annotationUsers } from "../schema.ts";

const involvedRow = { userId: types.text, documentId: types.text };

const nextDocument = (after: Sql) => sql`
  select ${annotationUsers.documentId} from ${annotationUsers}
  where ${annotationUsers.apiKeyId} = $apiKeyId and ${annotationUsers.organizationId} = $organizationId
    and ${annotationUsers.userId} = i.user_id and ${annotationUsers.documentId} > ${after}
  order by ${annotationUsers.documentId} limit 1`;

// Walks from document to document along the index annotation_users_by_document, so that the cost does not depend on the number of threads.
const select = statement(
  "activity.involved_documents",
  {
    userIds: listOf(types.text),
    apiKeyId: annotationUsers.apiKeyId,
    organizationId: annotationUsers.organizationId,
    limit: types.integer,
  },
  involvedRow,
  sql`select i.user_id, d.${annotationUsers.documentId} from unnest($userIds::text[]) as i (user_id)
   cross join lateral (
     with recursive walk as (
       select f.${annotationUsers.documentId}, 1 as nth from (${nextDocument(sql`''`)}) f
       union all
       select n.${annotationUsers.documentId}, w.nth + 1 from walk w
       cross join lateral (${nextDocument(sql`w.${annotationUsers.documentId}`)}) n
       where w.nth < $limit
     ) select ${annotationUsers.documentId} from walk
   ) d
   order by i.user_id, d.${annotationUsers.documentId}`,
);

interface OfUsers {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userIds: readonly string[];
  /** Maximum number of documents of each user. */
  readonly limit: number;
}

/** The documents of the threads in which users take part: the first of each user, in the order of their ids. */
export function selectInvolvedDocuments(db: Db, of: OfUsers): Promise<ValuesOf<typeof involvedRow>[]> {
  return db.rows(select, of);
}

import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types } from "@parley/database/schema";
import type { OrganizationScope } from "../../places/scope.ts";
import { annotations, annotationUsers } from "../../schema.ts";

const inDocument = sql`${annotations.apiKeyId} = $apiKeyId and ${annotations.organizationId} = $organizationId
  and ${annotations.documentId} = d."documentId"`;
const isWanted = sql`(cardinality($statuses::text[]) = 0 or ${annotations.status} = any($statuses::text[]))`;

// Counts a document's annotations on `annotations_by_status`, and a user's annotations on `annotation_users_by_document`, at most as many
// of each as a page may scan. The order is that of the index, so that the planner uses no other index. Unread annotations are looked up by
// id.
const count = statement(
  "activity.annotations_count",
  {
    documents: types.json,
    statuses: listOf(types.text),
    apiKeyId: types.text,
    organizationId: types.text,
    userId: types.text,
    scanRows: types.bigint,
  },
  { documentId: annotations.documentId, statuses: types.text, mine: nullable(types.integer), unread: nullable(types.integer) },
  sql`select d."documentId" as document_id,
     (select coalesce(json_object_agg(${annotations.status}, n), '{}')::text from (
        select ${annotations.status}, count(*) as n from (
          (select ${annotations.status} from ${annotations}
          where ${inDocument} and cardinality($statuses::text[]) = 0
          order by ${annotations.status}, ${annotations.createdAtMs}, ${annotations.annotationRef} limit $scanRows::bigint + 1)
          union all
          (select a.${annotations.status} from unnest($statuses::text[]) as s (id)
          cross join lateral (
            select ${annotations.status} from ${annotations} where ${inDocument} and ${annotations.status} = s.id
            order by ${annotations.createdAtMs}, ${annotations.annotationRef} limit $scanRows::bigint + 1
          ) a limit $scanRows::bigint + 1)
        ) seen group by ${annotations.status}
      ) counted) as statuses,
     case when $userId::text <> '' then (select count(*)::integer from (
        select ${annotationUsers.annotationRef} as ref from ${annotationUsers}
        where ${annotationUsers.apiKeyId} = $apiKeyId and ${annotationUsers.organizationId} = $organizationId
          and ${annotationUsers.userId} = $userId and ${annotationUsers.documentId} = d."documentId"
        order by ${annotationUsers.createdAtMs}, ${annotationUsers.annotationRef} limit $scanRows::bigint
      ) of_user where cardinality($statuses::text[]) = 0 or exists (
        select from ${annotations} where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} = of_user.ref
          and ${annotations.status} = any($statuses::text[])
      )) end as mine,
     case when d.unread is not null then (
        select count(*)::integer from unnest(d.unread) as i (id)
        cross join lateral (
          select ${annotations.status} from ${annotations}
          where ${inDocument} and ${annotations.annotationId} between i.id and i.id
          order by ${annotations.annotationId} limit 1
        ) a where ${isWanted}
      ) end as unread
   from json_to_recordset($documents::json) as d ("documentId" text, unread text[])`,
);

/** A document and its unread threads. These are undefined when they are unknown or were not requested. */
interface Counted {
  readonly documentId: string;
  readonly unread: readonly string[] | undefined;
}

interface Wanted {
  readonly userId: string;
  readonly statuses: readonly string[];
  readonly scanRows: number;
}

/** The counts of each document. `statuses` is the JSON text of an object with the count of each status. */
export function selectDocumentCounts(db: Db, scope: OrganizationScope, documents: readonly Counted[], wanted: Wanted) {
  const { apiKeyId, organizationId } = scope;
  return db.rows(count, { apiKeyId, organizationId, ...wanted, documents: JSON.stringify(documents) });
}

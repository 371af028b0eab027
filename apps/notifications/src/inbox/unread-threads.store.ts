import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { configs } from "../config/tables.ts";
import { notifications } from "../notifications/rows/tables.ts";
import { readMarks, recipients } from "../streams/tables.ts";

const level = (documentId: Sql) =>
  sql`(select levels.${configs.inbox} from levels where levels.${configs.documentId} = ${documentId} collate "C")`;

// The newest entries of each document are read on `recipients_by_document`, then the notification and read mark of each entry by key.
// `limit` keeps the planner from reading all read marks of the user at once.
const select = statement(
  "notifications.unread_threads",
  {
    documentIds: listOf(types.text),
    apiKeyId: types.text,
    organizationId: types.text,
    userId: types.text,
    scanRows: types.bigint,
  },
  { documentId: recipients.documentId, annotationId: types.text },
  sql`with levels as materialized (
     select ${configs.documentId}, ${configs.inbox} from ${configs} where ${configs.apiKeyId} = $apiKeyId
       and ${configs.organizationId} = $organizationId and ${configs.userId} = $userId
       and ${configs.documentId} = any(array_append($documentIds::text[], ''))
   )
   select distinct r.${recipients.documentId}, n.${notifications.annotationId}
   from unnest($documentIds::text[]) as d (id)
   cross join lateral (
     select ${recipients.documentId}, ${recipients.notificationRef} from ${recipients}
     where ${recipients.apiKeyId} = $apiKeyId and ${recipients.organizationId} = $organizationId and ${recipients.userId} = $userId
       and ${recipients.documentId} = d.id and coalesce(${level(sql`d.id`)}, ${level(sql`''`)}, 'ALL') <> 'NONE'
     order by ${recipients.createdAtMs} desc, ${recipients.notificationRef} desc limit $scanRows::bigint
   ) r
   cross join lateral (
     select ${notifications.annotationId} from ${notifications}
     where ${notifications.apiKeyId} = $apiKeyId and ${notifications.notificationRef} = r.${recipients.notificationRef}
       and ${notifications.annotationId} is not null limit 1
   ) n
   left join lateral (
     select true as is_read from ${readMarks} where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = $organizationId
       and ${readMarks.userId} = $userId and ${readMarks.notificationRef} = r.${recipients.notificationRef} limit 1
   ) m on true
   where m.is_read is null`,
);

interface Wanted {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly documentIds: readonly string[];
  /** How many of the newest entries of each document are examined. */
  readonly scanRows: number;
}

/** The threads with unread entries for a user, as far as the user's config shows them. */
export function selectUnreadThreads(db: Db, wanted: Wanted): Promise<{ readonly documentId: string; readonly annotationId: string }[]> {
  return db.rows(select, wanted);
}

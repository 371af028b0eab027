import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { type LogPosition, pageOfRows, pageParameters, pageValues } from "../../delivery/log-page.ts";
import { emailItems, emailQueue, emails } from "../config/tables.ts";

const emailRow = {
  createdAtMs: emails.createdAtMs,
  emailId: emails.emailId,
  publicId: emails.publicId,
  state: narrowed<"pending" | "sent" | "failed" | "dropped">(types.text),
  reason: emails.reason,
  organizationId: emails.organizationId,
  documentId: emails.documentId,
  annotationId: emails.annotationId,
  userId: emails.userId,
  attempts: emails.attempts,
  itemCount: emails.itemCount,
  address: emails.address,
  sentAtMs: emails.sentAtMs,
  response: emails.response,
  errorClass: emails.errorClass,
  error: emails.error,
  /** Null if it is not waiting; in the past while it is being sent. */
  nextAttemptAtMs: nullable(emailQueue.dueAtMs),
};

/** A mail as the log shows it. */
export type EmailRow = ValuesOf<typeof emailRow>;

/** The filters of a page. An empty string does not filter. */
export interface LogFilter {
  readonly apiKeyId: string;
  readonly state: "" | EmailRow["state"];
  readonly userId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly fromMs: number;
}

/** The position after a mail, where the next page begins. */
export const placeOf = ({ createdAtMs, emailId }: EmailRow): LogPosition => ({ beforeMs: createdAtMs, beforeId: emailId });

const columns = sql`${emails.publicId}, case ${emails.state} when 'open' then 'pending' else ${emails.state} end as state,
${emails.reason}, ${emails.organizationId}, ${emails.documentId}, ${emails.annotationId},
     ${emails.userId}, ${emails.attempts}, ${emails.itemCount}, ${emails.address}, ${emails.sentAtMs}, ${emails.response},
     ${emails.errorClass}, ${emails.error}`;

const dueOf = (mail: Sql) => sql`lateral (
       select q.${emailQueue.dueAtMs} from ${emailQueue} q where q.${emailQueue.apiKeyId} = $apiKeyId
         and q.${emailQueue.emailId} = ${mail}.${emails.emailId} limit 1
     ) as q`;

function pageOf(where: Sql): Sql {
  return sql`with scanned as materialized (
     select e.${emails.createdAtMs}, e.${emails.emailId}, ${columns} from ${emails} e
     where e.${emails.apiKeyId} = $apiKeyId and ${where} and (e.${emails.createdAtMs}, e.${emails.emailId}) < ($beforeMs, $beforeId)
       and e.${emails.createdAtMs} >= $fromMs
     order by e.${emails.createdAtMs} desc, e.${emails.emailId} desc limit $scanRows
   ), wanted as (
     select * from scanned
     where ($userId = '' or ${emails.userId} = $userId) and ($organizationId = ''
       or (${emails.organizationId} = $organizationId and ${emails.documentId} = $documentId))
       and ($state = '' or $state = state)
     order by ${emails.createdAtMs} desc, ${emails.emailId} desc limit $limit
   ), last as (
     select * from scanned order by ${emails.createdAtMs}, ${emails.emailId} limit 1
   )
   select shown.*, q.${emailQueue.dueAtMs} as next_attempt_at_ms
   from (select *, true as is_wanted from wanted union all select *, false from last
     where not exists (select from wanted w where w.${emails.emailId} = last.${emails.emailId})) as shown
   left join ${dueOf(sql`shown`)} on true
   order by shown.${emails.createdAtMs} desc, shown.${emails.emailId} desc`;
}

// An examined row, in the order of the pages' columns.
const { nextAttemptAtMs, ...stored } = emailRow;
const examinedRow = { ...stored, isWanted: types.boolean, nextAttemptAtMs };
const parameters = { ...pageParameters, userId: types.text, state: narrowed<LogFilter["state"]>(types.text) };

const page = statement("notifications.email_log", parameters, examinedRow, pageOf(sql`true`));
const pageOfDocument = statement(
  "notifications.email_log_of_document",
  parameters,
  examinedRow,
  pageOf(sql`e.${emails.organizationId} = $organizationId and e.${emails.documentId} = $documentId`),
);
const pageOfProblem = statement(
  "notifications.email_log_of_problem",
  parameters,
  examinedRow,
  pageOf(sql`e.${emails.state} = $state and e.${emails.state} in ('failed', 'dropped')`),
);

/** Mails, newest first. */
export async function selectLog(db: Db, filter: LogFilter, position: LogPosition, limit: number) {
  const isProblem = filter.state === "failed" || filter.state === "dropped";
  const chosen = isProblem ? pageOfProblem : filter.documentId === "" ? page : pageOfDocument;
  const examined = await db.rows(chosen, { ...filter, ...pageValues(position, limit) });
  return pageOfRows(examined, limit, placeOf, (after) => hasMore(db, filter, after));
}

const more = statement(
  "notifications.email_log_more",
  { apiKeyId: emails.apiKeyId, beforeMs: types.bigint, beforeId: types.bigint, fromMs: types.bigint },
  { more: types.boolean },
  sql`select count(*) > 0 as more from (
     select from ${emails} where ${emails.apiKeyId} = $apiKeyId and (${emails.createdAtMs}, ${emails.emailId}) < ($beforeMs, $beforeId)
       and ${emails.createdAtMs} >= $fromMs
     order by ${emails.createdAtMs} desc, ${emails.emailId} desc limit 1
   ) as rest`,
);

async function hasMore(db: Db, { apiKeyId, fromMs }: LogFilter, after: LogPosition): Promise<boolean> {
  return (await db.row(more, { apiKeyId, fromMs, ...after }))?.more ?? false;
}

const byIds = statement(
  "notifications.email_log_by_ids",
  { apiKeyId: emails.apiKeyId, publicIds: listOf(types.text), beforeMs: types.bigint, beforeId: types.bigint },
  emailRow,
  sql`select e.${emails.createdAtMs}, e.${emails.emailId}, ${columns}, q.${emailQueue.dueAtMs} as next_attempt_at_ms
   from ${emails} e left join ${dueOf(sql`e`)} on true
   where e.${emails.apiKeyId} = $apiKeyId and e.${emails.publicId} = any($publicIds::text[])
     and (e.${emails.createdAtMs}, e.${emails.emailId}) < ($beforeMs, $beforeId)
   order by e.${emails.createdAtMs} desc, e.${emails.emailId} desc`,
);

interface ByIds extends LogPosition {
  readonly apiKeyId: string;
  readonly publicIds: readonly string[];
}

/** The named mails that exist, after a position, newest first. */
export function selectLogByIds(db: Db, named: ByIds): Promise<EmailRow[]> {
  return db.rows(byIds, named);
}

const loggedItemRow = {
  emailId: emailItems.emailId,
  kind: emailItems.kind,
  commentId: emailItems.commentId,
  actorId: emailItems.actorId,
  text: types.text,
  writtenAtMs: emailItems.writtenAtMs,
  itemId: emailItems.itemId,
};

export type LoggedItemRow = ValuesOf<typeof loggedItemRow>;

const items = statement(
  "notifications.email_log_items",
  { textLength: types.integer, emailIds: listOf(types.bigint), apiKeyId: emailItems.apiKeyId, perEmail: types.bigint },
  loggedItemRow,
  sql`select newest.* from unnest($emailIds::bigint[]) as wanted (email_id) cross join lateral (
     select i.${emailItems.emailId}, i.${emailItems.kind}, i.${emailItems.commentId}, i.${emailItems.actorId},
       left(i.${emailItems.itemText}, $textLength) as text, i.${emailItems.writtenAtMs}, i.${emailItems.itemId}
     from ${emailItems} i where i.${emailItems.apiKeyId} = $apiKeyId and i.${emailItems.emailId} = wanted.email_id
     order by i.${emailItems.itemId} desc limit $perEmail
   ) as newest
   order by newest.${emailItems.emailId}, newest.${emailItems.itemId}`,
);

/** How much of a mail's items is shown. */
export interface Detail {
  /** Most items; the newest are shown. */
  readonly perEmail: number;
  /** Most characters of an item's text. */
  readonly textLength: number;
}

/** The items of mails, oldest first, while they are still stored. */
export function selectLoggedItems(db: Db, apiKeyId: string, emailIds: readonly number[], detail: Detail): Promise<LoggedItemRow[]> {
  return db.rows(items, { apiKeyId, emailIds, ...detail });
}

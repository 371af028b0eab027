import { type Db, statement } from "@parley/database";
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
  /** Null when it is not waiting; in the past when it is being sent. */
  nextAttemptAtMs: nullable(emailQueue.dueAtMs),
};

/** A mail as the log shows it. */
export type EmailRow = ValuesOf<typeof emailRow>;

/** The filters of a page. An empty text does not narrow. */
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

const columns = `public_id, case state when 'open' then 'pending' else state end as state, reason, organization_id, document_id, annotation_id,
     user_id, attempts, item_count, address, sent_at_ms, response, error_class, error`;

const dueOf = (mail: string) => `lateral (
       select q.due_at_ms from email_queue q where q.api_key_id = $apiKeyId and q.email_id = ${mail}.email_id limit 1
     ) as q`;

function pageOf(where: string): string {
  return `with scanned as materialized (
     select e.created_at_ms, e.email_id, ${columns} from emails e
     where e.api_key_id = $apiKeyId and ${where} and (e.created_at_ms, e.email_id) < ($beforeMs, $beforeId) and e.created_at_ms >= $fromMs
     order by e.created_at_ms desc, e.email_id desc limit $scanRows
   ), wanted as (
     select * from scanned
     where ($userId = '' or user_id = $userId) and ($organizationId = '' or (organization_id = $organizationId and document_id = $documentId))
       and ($state = '' or $state = state)
     order by created_at_ms desc, email_id desc limit $limit
   ), last as (
     select * from scanned order by created_at_ms, email_id limit 1
   )
   select shown.*, q.due_at_ms as next_attempt_at_ms
   from (select *, true as is_wanted from wanted union all select *, false from last where not exists (select from wanted w where w.email_id = last.email_id)) as shown
   left join ${dueOf("shown")} on true
   order by shown.created_at_ms desc, shown.email_id desc`;
}

// An examined row, in the order of the pages' columns.
const { nextAttemptAtMs, ...stored } = emailRow;
const examinedRow = { ...stored, isWanted: types.boolean, nextAttemptAtMs };
const parameters = { ...pageParameters, userId: types.text, state: narrowed<LogFilter["state"]>(types.text) };

const page = statement("notifications.email_log", parameters, examinedRow, pageOf("true"));
const pageOfDocument = statement(
  "notifications.email_log_of_document",
  parameters,
  examinedRow,
  pageOf("e.organization_id = $organizationId and e.document_id = $documentId"),
);
const pageOfProblem = statement(
  "notifications.email_log_of_problem",
  parameters,
  examinedRow,
  pageOf("e.state = $state and e.state in ('failed', 'dropped')"),
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
  `select count(*) > 0 as more from (
     select from emails where api_key_id = $apiKeyId and (created_at_ms, email_id) < ($beforeMs, $beforeId) and created_at_ms >= $fromMs
     order by created_at_ms desc, email_id desc limit 1
   ) as rest`,
);

async function hasMore(db: Db, { apiKeyId, fromMs }: LogFilter, after: LogPosition): Promise<boolean> {
  return (await db.row(more, { apiKeyId, fromMs, ...after }))?.more ?? false;
}

const byIds = statement(
  "notifications.email_log_by_ids",
  { apiKeyId: emails.apiKeyId, publicIds: listOf(types.text), beforeMs: types.bigint, beforeId: types.bigint },
  emailRow,
  `select e.created_at_ms, e.email_id, ${columns}, q.due_at_ms as next_attempt_at_ms
   from emails e left join ${dueOf("e")} on true
   where e.api_key_id = $apiKeyId and e.public_id = any($publicIds::text[]) and (e.created_at_ms, e.email_id) < ($beforeMs, $beforeId)
   order by e.created_at_ms desc, e.email_id desc`,
);

interface ByIds extends LogPosition {
  readonly apiKeyId: string;
  readonly publicIds: readonly string[];
}

/** The named mails that exist after a position, newest first. */
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
  `select newest.* from unnest($emailIds::bigint[]) as wanted (email_id) cross join lateral (
     select i.email_id, i.kind, i.comment_id, i.actor_id, left(i.item_text, $textLength) as text, i.written_at_ms, i.item_id
     from email_items i where i.api_key_id = $apiKeyId and i.email_id = wanted.email_id order by i.item_id desc limit $perEmail
   ) as newest
   order by newest.email_id, newest.item_id`,
);

/** How much of the items of one mail is shown. */
export interface Detail {
  /** Most items, the newest. */
  readonly perEmail: number;
  /** Most characters of an item's text. */
  readonly textLength: number;
}

/** The items of mails, oldest first, as far as they are still stored. */
export function selectLoggedItems(db: Db, apiKeyId: string, emailIds: readonly number[], detail: Detail): Promise<LoggedItemRow[]> {
  return db.rows(items, { apiKeyId, emailIds, ...detail });
}

import { statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { type Eraser, type RowSource, rowEraser, speaksOf, subjectParameters } from "@parley/erasure";
import { emailItems } from "../emails/config/tables.ts";

// A mail is a row in each of two tables, and one for everything that it tells.
const emailsPerChunk = 250;

const items = (condition: string) =>
  `select from email_items i where i.api_key_id = $apiKeyId and i.email_id = e.email_id and i.written_at_ms ${condition} $requestedAtMs`;

// A mail that still collects may tell of what was written before the removal was asked for, and of what came after: then that is left.
const remove = statement(
  "notifications.erase_emails",
  {
    apiKeyId: emailItems.apiKeyId,
    requestedAtMs: types.bigint,
    subjects: listOf(types.text),
    allOf: listOf(types.text),
    oneOf: listOf(types.text),
    limit: types.bigint,
  },
  { mails: types.bigint, rows: types.bigint },
  `with doomed as materialized (
     select e.email_id, e.ctid as place, not exists (${items(">")}) as is_whole from emails e
     where e.api_key_id = $apiKeyId and ${speaksOf}
       and (exists (${items("<=")}) or (e.created_at_ms <= $requestedAtMs and not exists (${items(">")})))
     limit $limit
   ), untold as (
     delete from email_items where api_key_id = $apiKeyId and email_id = any(array(select email_id from doomed))
       and written_at_ms <= $requestedAtMs returning 1
   ), unqueued as (
     delete from email_queue where api_key_id = $apiKeyId and email_id = any(array(select email_id from doomed where is_whole)) returning 1
   ), gone as (
     delete from emails where api_key_id = $apiKeyId and ctid = any(array(select place from doomed where is_whole)) returning 1
   )
   select (select count(*) from doomed) as mails,
     (select count(*) from gone) + (select count(*) from untold) + (select count(*) from unqueued) as rows`,
);

/** Removes mails with what they tell, by whom they are for and where that happened. */
export function emailEraser(ranges: Eraser["ranges"]): Eraser {
  return {
    ranges,
    async erase(tx, chunk) {
      const limit = Math.min(chunk.limit, emailsPerChunk);
      const { mails = 0, rows = 0 } = (await tx.row(remove, subjectParameters({ ...chunk, limit }))) ?? {};
      return { rows, next: mails === limit ? { range: 0, key: [] } : undefined };
    },
  };
}

const itemsOfActor: RowSource = {
  table: "email_items",
  match: "t.organization_id = r.organization_id and t.actor_id = r.id",
  key: [
    { column: "email_id", type: "bigint" },
    { column: "item_id", type: "bigint" },
  ],
  writtenAt: "written_at_ms",
};

/** Takes what users did out of mails to others. */
export const emailItemEraser = (ranges: Eraser["ranges"]): Eraser =>
  rowEraser("notifications", "erase_email_items_of_user", itemsOfActor, ranges);

const suppressionsOfUser: RowSource = {
  table: "email_suppressions",
  match: "t.user_id = r.id",
  key: [{ column: "address", type: "text" }],
  writtenAt: "suppressed_at_ms",
};

// A user who is removed from some organizations only keeps the address.
const wholeUsers: Eraser["ranges"] = async (_db, { scope: { userIds, organizationIds } }) => ({
  ranges: organizationIds.length > 0 ? [] : userIds.map((id) => ({ organizationId: "", id, part: "" })),
  next: undefined,
});

/** Removes addresses that were refused, by whose they were. */
export const emailSuppressionEraser = rowEraser("notifications", "erase_email_suppressions_of_user", suppressionsOfUser, wholeUsers);

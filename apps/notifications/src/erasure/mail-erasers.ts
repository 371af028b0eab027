import { type Sql, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { type Eraser, type RowSource, rowEraser, speaksOf, subjectParameters, subjectTypes } from "@parley/erasure";
import { emailItems, emailQueue, emailSuppressions, emails } from "../schema.ts";
import { countEmails } from "./counts.store.ts";
import { mailIsInScope, mailIsWhole } from "./erasure.store.ts";

// A mail is a row in each of two tables, and one for each item.
const emailsPerChunk = 250;

/** Gives mails a new fence, so that a process that has read them, and may have composed them with erased content, loses them. */
const taken = (emailIds: Sql) => sql`update ${emailQueue} set ${emailQueue.fence} = default
   where ${emailQueue.apiKeyId} = $apiKeyId and ${emailQueue.emailId} = any(array(${emailIds}))`;

// An open mail may have items from before and after the request for erasure; the later ones stay.
const removeEmails = statement(
  "notifications.erase_emails",
  subjectTypes,
  { mails: types.bigint, rows: types.bigint },
  sql`with to_delete as materialized (
     select e.${emails.emailId}, e.ctid as place, ${mailIsWhole} as is_whole from ${emails} e
     where e.${emails.apiKeyId} = $apiKeyId and ${speaksOf(emails.subjects)}
       and ${mailIsInScope}
     limit $limit
   ), deleted_items as (
     delete from ${emailItems} where ${emailItems.apiKeyId} = $apiKeyId
       and ${emailItems.emailId} = any(array(select ${emails.emailId} from to_delete))
       and ${emailItems.writtenAtMs} <= $requestedAtMs returning 1
   ), unqueued as (
     delete from ${emailQueue} where ${emailQueue.apiKeyId} = $apiKeyId
       and ${emailQueue.emailId} = any(array(select ${emails.emailId} from to_delete where is_whole)) returning 1
   ), taken as (
     ${taken(sql`select ${emails.emailId} from to_delete where not is_whole`)}
   ), gone as (
     delete from ${emails} where ${emails.apiKeyId} = $apiKeyId and ctid = any(array(select place from to_delete where is_whole))
     returning 1
   )
   select (select count(*) from to_delete) as mails,
     (select count(*) from gone) + (select count(*) from deleted_items) + (select count(*) from unqueued) as rows`,
);

/** Erases mails with their items, by their recipients and places. */
export function emailEraser(ranges: Eraser["ranges"]): Eraser {
  return {
    ranges,
    count: countEmails,
    async erase(tx, chunk) {
      const limit = Math.min(chunk.limit, emailsPerChunk);
      const { mails = 0, rows = 0 } = (await tx.row(removeEmails, subjectParameters({ ...chunk, limit }))) ?? {};
      return { rows, next: mails === limit ? { range: 0, key: [] } : undefined };
    },
  };
}

const itemsOfActor: RowSource = {
  table: emailItems,
  match: sql`t.${emailItems.organizationId} = r.organization_id and t.${emailItems.actorId} = r.id`,
  key: [emailItems.emailId, emailItems.itemId],
  writtenAt: emailItems.writtenAtMs,
  alongside: taken(sql`select ${emailItems.emailId} from next where in_scope`),
};

/** Erases the users' actions from mails to others. */
export const emailItemEraser = (ranges: Eraser["ranges"]): Eraser =>
  rowEraser("notifications", "erase_email_items_of_user", itemsOfActor, ranges);

const suppressionsOfUser: RowSource = {
  table: emailSuppressions,
  match: sql`t.${emailSuppressions.userId} = r.id`,
  key: [emailSuppressions.address],
  writtenAt: emailSuppressions.suppressedAtMs,
};

// A user who is erased from some organizations only keeps the address.
const wholeUsers: Eraser["ranges"] = async (_db, { scope: { userIds, organizationIds } }) => ({
  ranges: organizationIds.length > 0 ? [] : userIds.map((id) => ({ organizationId: "", id, part: "" })),
  next: undefined,
});

/** Erases the users' suppressed addresses. */
export const emailSuppressionEraser = rowEraser("notifications", "erase_email_suppressions_of_user", suppressionsOfUser, wholeUsers);

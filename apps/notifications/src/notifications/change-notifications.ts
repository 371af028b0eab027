import { failed, type Result, succeeded } from "@parley/contracts/common";
import type { NotificationChange, UpdateNotificationsRequest } from "@parley/contracts/notifications";
import type { Db } from "@parley/database";
import { type JsonObject, shortened } from "@parley/kernel";
import { quotaReached } from "@parley/runtime";
import { usersOfPlaces } from "../audience/users-of-places.ts";
import type { Context } from "../context.ts";
import { membersAmong } from "../inbox/reader.ts";
import { setRead } from "../inbox/set-read.ts";
import { changeRow, type LockedRow, lockNotifications, replaceRecipients, resizeRecipients } from "./rows/changes.store.ts";
import { type Content, contentRow, refuse } from "./rows/content.ts";
import { type StoredUser, storedUser, storedUsers } from "./rows/stored-user.ts";

/** Changes notifications, all or none, and then marks them as read by the users named. */
export async function changeNotifications(context: Context, request: UpdateNotificationsRequest): Promise<Result[]> {
  // The last change of a notification wins, as if they were made one after another.
  const changes = new Map(request.changes.map((change) => [change.notificationId, change]));
  const rows = await context.database.transaction(async (tx) => {
    const locked = await lockNotifications(tx, { ...request, notificationIds: [...changes.keys()] });
    const admitted = await admittedUsers(context, request, locked);
    for (const row of locked) await change(tx, request, row, required(changes.get(row.notificationId)), admitted);
    return new Map(locked.map((row) => [row.notificationId, row]));
  });
  const refused = await markRead(
    context,
    request,
    [...changes.values()].filter(({ notificationId }) => rows.has(notificationId)),
  );
  return [...changes.keys()].map((id) => {
    if (!rows.has(id)) return failed(id, "not_found", `The organization has no notification ${shortened(id)} that matches.`);
    if (refused.has(id)) return failed(id, quotaReached, context.limits.readMarks.refusal);
    return succeeded(id, "The notification was updated.");
  });
}

/** With `verifyUserPermissions`, the users of each document; otherwise undefined. */
function admittedUsers(context: Context, request: UpdateNotificationsRequest, rows: readonly LockedRow[]) {
  if (!request.verifyUserPermissions) return undefined;
  const named = request.changes.flatMap(({ notifyUsers }) => notifyUsers?.users ?? []);
  const { apiKeyId, organizationId } = request;
  return usersOfPlaces(context.users, {
    apiKeyId,
    organizationId,
    documentIds: rows.map(({ documentId }) => documentId),
    userIds: named.map(({ userId }) => userId),
  });
}

type Admitted = Awaited<ReturnType<typeof usersOfPlaces>> | undefined;

async function change(tx: Db, request: UpdateNotificationsRequest, row: LockedRow, wanted: NotificationChange, admitted: Admitted) {
  const former = JSON.parse(row.notifyUsers) as StoredUser[];
  const content = changed(row, former, wanted, admitted);
  const { row: columns, violations } = contentRow(content);
  refuse(violations);
  const { apiKeyId, organizationId } = request;
  const place = {
    apiKeyId,
    organizationId,
    documentId: row.documentId,
    notificationRef: row.notificationRef,
    createdAtMs: row.createdAtMs,
  };
  await changeRow(tx, { ...place, ...columns });
  if (wanted.notifyUsers !== undefined) {
    const userIds = new Set(columns.userIds);
    const formerIds = former.map(({ userId }) => userId);
    const gone = row.notifyAll ? [] : formerIds.filter((userId) => !userIds.has(userId));
    await replaceRecipients(tx, { ...place, ...columns, formerIds, gone });
  } else if (columns.storedBytes !== row.storedBytes) {
    await resizeRecipients(tx, { ...place, ...columns });
  }
}

function changed(row: LockedRow, former: readonly StoredUser[], wanted: NotificationChange, admitted: Admitted): Content {
  const details = { ...(JSON.parse(row.details) as JsonObject), ...(JSON.parse(wanted.detailsJson || "{}") as JsonObject) };
  const users = wanted.notifyUsers === undefined ? former : storedUsers(wanted.notifyUsers.users);
  const template = wanted.displayHeadlineMessageTemplate;
  // A new template of the body replaces the body that was given before.
  const keepsBody = !wanted.detailsJson.includes('"displayBodyMessageTemplate"');
  return {
    actionUser: wanted.actionUser === undefined ? (JSON.parse(row.actionUser) as StoredUser) : storedUser(wanted.actionUser),
    users: admitted === undefined || users === former ? users : users.filter(({ userId }) => admitted(row.documentId, userId)),
    headlineTemplate: template ?? row.headlineTemplate,
    templateData: wanted.displayHeadlineMessageTemplateDataJson ?? row.templateData,
    bodyMessage: wanted.displayBodyMessage ?? (keepsBody ? row.bodyMessage : null),
    sourceData: wanted.notificationSourceDataJson ?? row.sourceData,
    details: JSON.stringify(Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null))),
  };
}

/** Marks them as read by the users that each names. Returns the ids of those refused by the quota. */
async function markRead(context: Context, request: UpdateNotificationsRequest, changes: readonly NotificationChange[]) {
  const { apiKeyId, organizationId } = request;
  const idsOf = new Map<string, string[]>();
  for (const { notificationId, readByUserIds } of changes)
    for (const userId of new Set(readByUserIds)) idsOf.set(userId, [...(idsOf.get(userId) ?? []), notificationId]);
  const members = await membersAmong(context.users, { apiKeyId, organizationId, userIds: [...idsOf.keys()] });
  const refused = new Set<string>();
  for (const [userId, notificationIds] of idsOf) {
    const of = { apiKeyId, organizationId, userId, notificationIds, isMember: members.has(userId) };
    for (const id of (await setRead(context, of, true)).refused) refused.add(id);
  }
  return refused;
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A notification without a change was locked.");
  return value;
}

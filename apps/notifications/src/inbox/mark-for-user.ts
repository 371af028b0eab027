import { failed, type Result, succeeded } from "@parley/contracts/common";
import { accessDisabledMessage } from "@parley/document-access";
import { shortened } from "@parley/kernel";
import { type Quota, quotaReached } from "@parley/runtime";
import type { Context, InboxHandler } from "../context.ts";
import { selectAddressed } from "./read-marks.store.ts";
import { readerOf } from "./reader.ts";
import { type Marked, setRead } from "./set-read.ts";

export const markRead = (context: Context): InboxHandler<"markRead"> => {
  return async (request) => ({ results: await markForUser(context, request, true) });
};

export const markUnread = (context: Context): InboxHandler<"markUnread"> => {
  return async (request) => ({ results: await markForUser(context, request, false) });
};

interface MarkRequest {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly notificationIds: readonly string[];
  /** Undefined for all documents. */
  readonly within?: { readonly documentIds: readonly string[] } | undefined;
}

/** Marks notifications for their reader, only in documents that users have access to, and only in those of the request if it names some. */
async function markForUser(context: Context, request: MarkRequest, isRead: boolean) {
  const { access, database, users, limits } = context;
  const { apiKeyId, organizationId, userId } = request;
  await access.requireOpen({ apiKeyId, organizationId, documentId: "" });
  const { isMember } = await readerOf(users, request);
  const notificationIds = [...new Set(request.notificationIds)];
  const recipient = { apiKeyId, organizationId, userId, isMember };
  const within = request.within && new Set(request.within.documentIds);
  const rows = await selectAddressed(database, { ...recipient, notificationIds });
  const addressed = rows.filter(({ documentId }) => within?.has(documentId) ?? true);
  const states = await access.statesOf(
    request,
    addressed.map(({ documentId }) => documentId),
  );
  const allowed = addressed.filter(({ documentId }) => states.get(documentId) === "open").map(({ notificationId }) => notificationId);
  const disabled = new Map(
    addressed.filter(({ documentId }) => states.get(documentId) === "disabled").map((row) => [row.notificationId, row.documentId]),
  );
  const marked = await setRead(context, { ...recipient, notificationIds: allowed }, isRead);
  return markResults(notificationIds, marked, isRead, limits.readMarks).map((result) => {
    const documentId = disabled.get(result.id);
    return documentId === undefined ? result : failed(result.id, "access_disabled", accessDisabledMessage({ organizationId, documentId }));
  });
}

/** The results of notifications to be marked. */
export function markResults(notificationIds: readonly string[], { marked, refused }: Marked, isRead: boolean, quota: Quota): Result[] {
  const done = isRead ? "The notification is marked as read." : "The notification is marked as unread.";
  return notificationIds.map((id) => {
    if (refused.has(id)) return failed(id, quotaReached, quota.refusal);
    return marked.has(id)
      ? succeeded(id, done)
      : failed(id, "not_found", `The user has no notification ${shortened(id)} in the organization.`);
  });
}

export const findInboxDocuments = ({ access, database, users }: Context): InboxHandler<"findInboxDocuments"> => {
  return async (request) => {
    const { apiKeyId, organizationId, userId } = request;
    await access.requireOpen({ apiKeyId, organizationId, documentId: "" });
    const { isMember } = await readerOf(users, request);
    const notificationIds = [...new Set(request.notificationIds)];
    const rows = await selectAddressed(database, { apiKeyId, organizationId, userId, isMember, notificationIds });
    return { documentIds: [...new Set(rows.map(({ documentId }) => documentId))] };
  };
};

import type { AddNotificationRequest } from "@parley/contracts/notifications";
import { notFound, shortened } from "@parley/kernel";
import { propagate } from "@parley/rpc";
import { usersOfPlaces } from "../audience/users-of-places.ts";
import type { Context, Handler } from "../context.ts";
import { fanOutWork } from "../emails/recipients/fan-out-worker.ts";
import { eraseNotifications } from "../erasure/erasure.store.ts";
import { messages } from "../messages.ts";
import { newNotification } from "./new-notification.ts";
import { insertNotification, type NewNotification } from "./rows/new-notifications.store.ts";
import { findNotification } from "./rows/notifications.store.ts";

export const addNotification = (context: Context): Handler<"addNotification"> => {
  return async (request) => {
    const leftOut = await leftOutOf(context, request);
    const leftOutUserIds = [...leftOut];
    const notifyUsers = request.notifyUsers.filter(({ userId }) => !leftOut.has(userId));
    // Nobody is left whom it could notify.
    if (leftOut.size > 0 && notifyUsers.length === 0 && !request.notifyAll)
      return { notificationId: request.notificationId, added: false, leftOutUserIds };
    const notification = newNotification({ ...request, notifyUsers });
    const { notificationId } = notification;
    // A repeat is detected first, because it must change nothing and therefore create no document.
    if (request.notificationId !== "" && (await isRepeat(context, request))) return { notificationId, added: false };
    const { notifications: quota } = context.limits;
    await quota.prepare(request.apiKeyId, 1);
    // Called after the quota was reserved, so that a refused request creates no document.
    const addInPlace = async () => {
      await requirePlace(context, request);
      return add(context, notification);
    };
    return { notificationId, added: await quota.admitAll(request.apiKeyId, 1, addInPlace, Number), leftOutUserIds };
  };
};

/** With `verifyUserPermissions`, the users to notify who do not belong to the document. */
async function leftOutOf({ users }: Context, request: AddNotificationRequest): Promise<Set<string>> {
  if (!request.verifyUserPermissions || request.notifyUsers.length === 0) return new Set();
  const { apiKeyId, organizationId, documentId } = request;
  const userIds = request.notifyUsers.map(({ userId }) => userId);
  const isUser = await usersOfPlaces(users, { apiKeyId, organizationId, documentIds: [documentId], userIds });
  return new Set(userIds.filter((userId) => !isUser(documentId, userId)));
}

/** Returns false if the id is taken. The work that sends it by mail is queued in the same transaction. */
async function add({ database, fanOutOf }: Context, notification: NewNotification): Promise<boolean> {
  const { apiKeyId } = notification;
  // Without a headline there is nothing that a mail could say.
  const fanOut = notification.headlineTemplate === "" ? undefined : await fanOutOf(apiKeyId);
  if (fanOut === undefined && !database.spreads) return (await insertNotification(database, notification)) !== undefined;
  return database.transaction(async (tx) => {
    const ref = await insertNotification(tx, notification);
    if (ref === undefined) return false;
    if (fanOut !== undefined) await messages.addWork(tx, fanOutWork.kind, [fanOut(ref)]);
    return true;
  });
}

/**
 * Whether a notification with this id exists. One that is about to be erased with its document or organization does not count: they may
 * have been added again with the same ids.
 */
async function isRepeat({ database, directory }: Context, request: AddNotificationRequest): Promise<boolean> {
  const { apiKeyId, organizationId } = request;
  const former = await findNotification(database, request);
  if (former === undefined) return false;
  const subjects = [{ organizationId, documentId: former.documentId }];
  const { removedUntilMs } = await directory.checkAccess({ apiKeyId, subjects, withRemovals: true });
  const requestedAtMs = Number(removedUntilMs[0] ?? 0n);
  if (former.createdAtMs > requestedAtMs) return true;
  await eraseNotifications(database, { apiKeyId, requestedAtMs }, [former.notificationRef]);
  return false;
}

async function requirePlace({ directory }: Context, request: AddNotificationRequest): Promise<void> {
  const { apiKeyId, organizationId, documentId, createOrganization, createDocument } = request;
  const wanted = {
    apiKeyId,
    places: [{ organizationId, documentId }],
    // A new organization has no documents: creating only the organization would leave it behind when the request fails.
    createOrganization: createOrganization && createDocument,
    createDocument,
  };
  const { places } = await propagate(["resource_exhausted"], () => directory.ensureExists(wanted));
  const [place] = places;
  if (!place?.organizationExists) throw notFound(`The organization ${shortened(organizationId)} does not exist.`, "organization_not_found");
  if (!place.documentExists)
    throw notFound(
      `The document ${shortened(documentId)} does not exist in the organization ${shortened(organizationId)}.`,
      "document_not_found",
    );
}

import type { AddNotificationRequest } from "@parley/contracts/notifications";
import { notFound } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { newNotification } from "../new-notification.ts";
import { insertNotification, notificationExists } from "../store/notifications.ts";

export const addNotification = (context: Context): Handler<"addNotification"> => {
  return async (request) => {
    const notification = newNotification(request);
    const { notificationId } = notification;
    // First of all: a repeat changes nothing, so it creates no document either.
    const isRepeat =
      request.notificationId !== "" &&
      (await notificationExists(context.database, request.apiKeyId, request.organizationId, notificationId));
    if (isRepeat) return { notificationId, added: false };
    await requirePlace(context, request);
    return { notificationId, added: await insertNotification(context.database, notification) };
  };
};

async function requirePlace({ directory }: Context, request: AddNotificationRequest): Promise<void> {
  const { apiKeyId, organizationId, documentId, createOrganization, createDocument } = request;
  const { places } = await directory.ensureExists({
    apiKeyId,
    places: [{ organizationId, documentId }],
    // A new organization has no documents: creating it alone would leave it behind for a request that fails.
    createOrganization: createOrganization && createDocument,
    createDocument,
  });
  const [place] = places;
  if (!place?.organizationExists) throw notFound(`The organization ${organizationId} does not exist.`, "organization_not_found");
  if (!place.documentExists)
    throw notFound(`The document ${documentId} does not exist in the organization ${organizationId}.`, "document_not_found");
}

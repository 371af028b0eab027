import { setConfigs } from "../../config/configs.store.ts";
import type { EmailContext, EmailHandler } from "../../context.ts";
import { noNames, placeKey } from "../../webhooks/bodies/place-names.ts";

export const readUnsubscribeLink = ({ targets, names }: EmailContext): EmailHandler<"readUnsubscribeLink"> => {
  return async ({ token }) => {
    const target = await targets.of(token);
    const { organizationName, documentName } = (await names.of([target])).get(placeKey(target)) ?? noNames;
    return { organizationName: organizationName ?? "", documentName: documentName ?? "" };
  };
};

export const unsubscribe = ({ database, targets }: EmailContext): EmailHandler<"unsubscribe"> => {
  return async ({ token, wholeOrganization }) => {
    const { apiKeyId, organizationId, documentId, userId } = await targets.of(token);
    // A document's value takes precedence over the organization's, so both are written.
    const documentIds = wholeOrganization ? ["", documentId] : [documentId];
    await setConfigs(database, {
      apiKeyId,
      organizationId,
      userIds: [userId],
      documentIds,
      setsInbox: false,
      inbox: null,
      setsEmail: true,
      email: "NONE",
      channels: "{}",
    });
    return {};
  };
};

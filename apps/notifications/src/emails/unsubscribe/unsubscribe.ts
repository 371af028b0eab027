import { notFound } from "@parley/kernel";
import { setConfigs } from "../../config/configs.store.ts";
import type { EmailContext, EmailHandler } from "../../context.ts";

export const unsubscribe = ({ database, links }: EmailContext): EmailHandler<"unsubscribe"> => {
  return async ({ token, wholeOrganization }) => {
    const target = links.open(token);
    if (target === undefined) throw notFound("This link was not issued by this installation.");
    const { apiKeyId, organizationId, documentId, userId } = target;
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
    });
    return {};
  };
};

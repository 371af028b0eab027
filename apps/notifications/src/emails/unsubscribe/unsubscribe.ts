import { setConfigs } from "../../config/configs.store.ts";
import type { EmailContext, EmailHandler } from "../../context.ts";

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
    });
    return {};
  };
};

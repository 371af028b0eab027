import type { Credential } from "../credentials/credential.ts";
import { lasting, roleIn } from "../credentials/grants.ts";
import type { Operation } from "../operations/operation.ts";
import type { UserParts } from "./reach.ts";

/**
 * What limits a user's request to the documents that its token names, when it names notifications instead of documents: `within` of the
 * RPC. Nothing for others, and for a token of the whole organization.
 */
export async function withinReach(
  { reach }: Operation,
  credential: Credential,
  data: object,
  { places, inbox }: Pick<UserParts, "places" | "inbox">,
): Promise<{ readonly within?: { readonly documentIds: readonly string[] } }> {
  if (credential.level !== "user" || reach?.ofNotifications !== true) return {};
  const { organizationId, notificationIds } = data as { readonly organizationId: string; readonly notificationIds: readonly string[] };
  const { apiKeyId, userId } = credential;
  const granted = lasting(credential, organizationId, Date.now());
  const organization = (await places.placesOf({ apiKeyId, organizationId }, [""])).get("");
  if (roleIn(granted, { organizationId, organization }) !== undefined) return {};
  const { documentIds } = await inbox.findInboxDocuments({ apiKeyId, organizationId, userId, notificationIds: [...notificationIds] });
  const found = await places.placesOf({ apiKeyId, organizationId }, documentIds);
  const isNamed = (documentId: string) =>
    roleIn(granted, { organizationId, organization, documentId, document: found.get(documentId) }) !== undefined;
  return { within: { documentIds: documentIds.filter(isNamed) } };
}

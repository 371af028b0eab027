import { refusalOf } from "../audience/refusal.ts";
import type { Context } from "../context.ts";
import { selectEntryRefs } from "../notifications/rows/entry-refs.store.ts";
import type { ListKey } from "../streams/collect-page.ts";
import { documentsOf, type Reader } from "./reader.ts";

interface Organization {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

/**
 * The refs of entries about comments that the reader may not see now. A reader sees only entries of documents that they may enter,
 * and nobody sees entries of a disabled document. Notifications that the customer's server added are not affected.
 */
export async function hiddenEntries(
  { database, access, users }: Context,
  organization: Organization,
  { user: { userId } }: Reader,
  keys: readonly ListKey[],
): Promise<ReadonlySet<number>> {
  const refs = keys.map(({ notificationRef }) => notificationRef);
  const entries = await selectEntryRefs(database, organization.apiKeyId, refs);
  if (entries.size === 0) return entries;
  const ofComments = keys.filter(({ notificationRef }) => entries.has(notificationRef));
  const documentIds = ofComments.map(({ documentId }) => documentId);
  const [states, own] = await Promise.all([
    access.statesOf(organization, documentIds),
    documentsOf(users, { ...organization, userId }, documentIds),
  ]);
  // The level was looked at with the keys, and a read entry stays in the inbox.
  const seen = { level: "ALL", isDirected: true, isThere: true, isRead: false } as const;
  const isShown = (documentId: string) =>
    refusalOf({ ...seen, access: states.get(documentId) ?? "missing", isMember: own.has(documentId) }) === undefined;
  return new Set(ofComments.filter(({ documentId }) => !isShown(documentId)).map(({ notificationRef }) => notificationRef));
}

import type { Context } from "../context.ts";
import { selectEntryRefs } from "../notifications/rows/entry-refs.store.ts";
import type { ListKey } from "../streams/collect-page.ts";

interface Organization {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

/**
 * The refs of entries about comments that the reader may not see now: a reader outside the organization sees none, and nobody sees entries
 * of a disabled document. Notifications that the customer's server added are not affected.
 */
export async function hiddenEntries(
  { database, access }: Context,
  organization: Organization,
  { isMember }: { readonly isMember: boolean },
  keys: readonly ListKey[],
): Promise<ReadonlySet<number>> {
  const refs = keys.map(({ notificationRef }) => notificationRef);
  const entries = await selectEntryRefs(database, organization.apiKeyId, refs);
  if (entries.size === 0 || !isMember) return entries;
  const ofComments = keys.filter(({ notificationRef }) => entries.has(notificationRef));
  const states = await access.statesOf(
    organization,
    ofComments.map(({ documentId }) => documentId),
  );
  const hidden = ofComments.filter(({ documentId }) => states.get(documentId) !== "open");
  return new Set(hidden.map(({ notificationRef }) => notificationRef));
}

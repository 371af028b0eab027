import type { ResolvedUser } from "@parley/contracts/users";
import type { EntriesContext } from "../context.ts";
import { authorOf, type Candidate, candidatesOf, type TriggerEvent } from "./entries-of.ts";

/** The people whom the entries of an event may name. */
export interface Participants {
  readonly recipients: readonly Candidate[];
  /** The author, if the users service does not know the author: either the author was never a user, or has been removed. */
  readonly unknownAuthorId?: string;
}

const askedTogether = 1_000;
const askTimeoutMs = 2_000;
// The usual number of entries of an event: one for each kind of recipient and each thousand users.
const usualEntries = 3;

/**
 * Looks up which of the users concerned by an event may enter its document. A user who is being removed is not, and their own events
 * get no entries: the removal would not find entries that are newer than its request. Fails if the users service does not respond.
 */
export async function participantsOf(
  { users, quota }: Pick<EntriesContext, "users" | "quota">,
  event: Pick<TriggerEvent, "message" | "timeMs" | "id">,
): Promise<Participants> {
  const { message } = event;
  const candidates = message.notifiesInboxes ? candidatesOf(event) : [];
  if (candidates.length === 0) return { recipients: [] };
  await quota.prepare(message.apiKeyId, usualEntries);
  const authorId = authorOf(message)?.userId;
  const userIds = [...new Set([...(authorId === undefined ? [] : [authorId]), ...candidates.map(({ user: { userId } }) => userId)])];
  const known = new Map<string, ResolvedUser>();
  for (let from = 0; from < userIds.length; from += askedTogether) {
    const { apiKeyId, organizationId, documentId } = message;
    const request = {
      apiKeyId,
      organizationId,
      documentIds: [documentId],
      userIds: userIds.slice(from, from + askedTogether),
      withRemovals: true,
    };
    for (const user of (await users.resolveUsers(request, { timeoutMs: askTimeoutMs })).users) known.set(user.userId, user);
  }
  const author = authorId === undefined ? undefined : known.get(authorId);
  if (author?.removalRequested) return { recipients: [] };
  const recipients = candidates.filter(({ user: { userId } }) => {
    const user = known.get(userId);
    return user !== undefined && !user.removalRequested && user.documentIds.includes(message.documentId);
  });
  return author === undefined || author.exists ? { recipients } : { recipients, unknownAuthorId: author.userId };
}

import type { Context } from "../context.ts";
import { placesOfUser } from "./memberships.store.ts";

/** The most users in a page with their documents, and the most documents of each. */
export const mostInvolvedUsers = 20;
const mostDocuments = 1_000;

interface Involved {
  readonly involvedDocumentIds: string[];
  readonly hasMoreInvolvedDocuments: boolean;
}

interface Organization {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

/** The users with the documents to which they were added and those in whose threads they take part, in the order of their ids. */
export async function withInvolvedDocuments<User extends { readonly userId: string }>(
  { database, activity }: Context,
  { apiKeyId, organizationId }: Organization,
  users: readonly User[],
): Promise<(User & Involved)[]> {
  if (users.length === 0) return [];
  // One more of each list tells whether there are more of both.
  const limit = mostDocuments + 1;
  const answer = await activity.listInvolvedDocuments({ apiKeyId, organizationId, userIds: users.map(({ userId }) => userId), limit });
  const inThreads = new Map(answer.users.map(({ userId, documentIds }) => [userId, documentIds]));
  const listed: (User & Involved)[] = [];
  for (const user of users) {
    const { userId } = user;
    const added = await placesOfUser(database, { apiKeyId, organizationId, userId, kind: "document", after: "", limit });
    const ids = [...new Set([...added, ...(inThreads.get(userId) ?? [])])].sort(byBytes);
    listed.push({ ...user, involvedDocumentIds: ids.slice(0, mostDocuments), hasMoreInvolvedDocuments: ids.length > mostDocuments });
  }
  return listed;
}

// The order of the database.
function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

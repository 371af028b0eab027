import type { Client } from "@connectrpc/connect";
import type { ResolvedUser, UsersService } from "@parley/contracts/users";
import type { ContactPlace } from "../config/contact-levels.store.ts";

/** A user as known to the users service now. */
export interface Member extends Pick<ResolvedUser, "name" | "email" | "inOrganization"> {
  /** Whether the user may enter the document. */
  readonly isMember: boolean;
}

// The maximum of one call.
const mostPairs = 1_000;
const mostDocuments = 100;

/** Looks up users in documents, by `memberKey`; missing where the users service does not respond. */
export async function membersOf(
  users: Pick<Client<typeof UsersService>, "resolveUsers">,
  places: readonly ContactPlace[],
  timeoutMs: number,
): Promise<ReadonlyMap<string, Member>> {
  const members = new Map<string, Member>();
  const distinct = [...new Map(places.map((place) => [memberKey(place), place])).values()];
  const organizations = Map.groupBy(distinct, ({ apiKeyId, organizationId }) => `${apiKeyId}\0${organizationId}`);
  const ask = async (some: readonly ContactPlace[]) => {
    const [{ apiKeyId, organizationId }] = some as [ContactPlace];
    const userIds = [...new Set(some.map(({ userId }) => userId))];
    const documentIds = [...new Set(some.map(({ documentId }) => documentId))];
    const answer = await users.resolveUsers({ apiKeyId, organizationId, userIds, documentIds }, { timeoutMs });
    const found = new Map(answer.users.map((user) => [user.userId, user]));
    for (const place of some) {
      const { name = "", email = "", inOrganization = false, documentIds: own = [] } = found.get(place.userId) ?? {};
      members.set(memberKey(place), { name, email, inOrganization, isMember: own.includes(place.documentId) });
    }
  };
  // A failure of the service for one API key delays only that key.
  await Promise.allSettled([...organizations.values()].flatMap(packed).map(ask));
  return members;
}

export function memberKey({ apiKeyId, organizationId, documentId, userId }: ContactPlace): string {
  return `${apiKeyId}\0${organizationId}\0${documentId}\0${userId}`;
}

/** Parts of which each is within the limits of one call, whatever its users and documents have in common. */
function packed(places: readonly ContactPlace[]): ContactPlace[][] {
  const parts: ContactPlace[][] = [];
  let [users, documents] = [new Set<string>(), new Set<string>()];
  // Users of one document together.
  for (const place of places.toSorted((a, b) => (a.documentId < b.documentId ? -1 : Number(a.documentId > b.documentId)))) {
    users.add(place.userId);
    documents.add(place.documentId);
    if (parts.length === 0 || users.size * documents.size > mostPairs || documents.size > mostDocuments) {
      parts.push([]);
      users = new Set([place.userId]);
      documents = new Set([place.documentId]);
    }
    parts.at(-1)?.push(place);
  }
  return parts;
}

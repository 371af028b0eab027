import type { Client } from "@connectrpc/connect";
import type { UsersService } from "@parley/contracts/users";
import type { StoredUser } from "../notifications/rows/stored-user.ts";

/** The user for whom notifications are read. */
export interface Reader {
  /** The profile from the users service; only the id if there is none. */
  readonly user: StoredUser;
  /** Whether the user belongs to the organization now, so that notifications to all of the organization include the user. */
  readonly isMember: boolean;
}

interface Wanted {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
}

/** Loads a user's profile, once per request. */
export async function readerOf(users: Client<typeof UsersService>, { apiKeyId, organizationId, userId }: Wanted): Promise<Reader> {
  const [resolved] = (await users.resolveUsers({ apiKeyId, organizationId, userIds: [userId] })).users;
  const { name = "", email = "", inOrganization = false } = resolved ?? {};
  return { user: { userId, ...(name === "" ? {} : { name }), ...(email === "" ? {} : { email }) }, isMember: inOrganization };
}

/** Those of the users who belong to the organization now. */
export async function membersAmong(
  users: Client<typeof UsersService>,
  { apiKeyId, organizationId, userIds }: Omit<Wanted, "userId"> & { readonly userIds: readonly string[] },
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const known = (await users.resolveUsers({ apiKeyId, organizationId, userIds: [...userIds] })).users;
  return new Set(known.filter(({ inOrganization }) => inOrganization).map(({ userId }) => userId));
}

// The maximum of one call.
const askedTogether = 100;

/** Those of the documents that the user may enter. */
export async function documentsOf(
  users: Client<typeof UsersService>,
  wanted: Wanted,
  documentIds: readonly string[],
): Promise<Set<string>> {
  const { apiKeyId, organizationId, userId } = wanted;
  const distinct = [...new Set(documentIds)].filter((documentId) => documentId !== "");
  const parts = Array.from({ length: Math.ceil(distinct.length / askedTogether) }, (_, part) =>
    distinct.slice(part * askedTogether, (part + 1) * askedTogether),
  );
  const answers = await Promise.all(
    parts.map((part) => users.resolveUsers({ apiKeyId, organizationId, userIds: [userId], documentIds: part })),
  );
  return new Set(answers.flatMap((answer) => answer.users.flatMap((user) => user.documentIds)));
}

import type { Client } from "@connectrpc/connect";
import type { UsersService } from "@parley/contracts/users";

interface Places {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentIds: readonly string[];
  readonly userIds: readonly string[];
}

// The most documents and users of one call.
const documentsTogether = 100;
const usersTogether = 1_000;

/** Tells whether a user may enter a document. */
export async function usersOfPlaces(
  users: Client<typeof UsersService>,
  { apiKeyId, organizationId, ...asked }: Places,
): Promise<(documentId: string, userId: string) => boolean> {
  const known = new Set<string>();
  for (const userIds of partsOf(asked.userIds, usersTogether))
    for (const documentIds of partsOf(asked.documentIds, documentsTogether)) {
      const answer = await users.resolveUsers({ apiKeyId, organizationId, userIds, documentIds });
      for (const { userId, documentIds: own } of answer.users) for (const documentId of own) known.add(keyOf(documentId, userId));
    }
  return (documentId, userId) => known.has(keyOf(documentId, userId));
}

function keyOf(documentId: string, userId: string): string {
  return `${documentId}\0${userId}`;
}

function partsOf(ids: readonly string[], most: number): string[][] {
  const distinct = [...new Set(ids)];
  return Array.from({ length: Math.ceil(distinct.length / most) }, (_, part) => distinct.slice(part * most, (part + 1) * most));
}

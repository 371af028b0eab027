import type { Context } from "../context.ts";
import { selectMembers } from "./members-among.store.ts";

interface Documents {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentIds: readonly string[];
}

/** Documents by user. */
export type DocumentsOfUser = ReadonlyMap<string, ReadonlySet<string>>;

/** The documents of each user: those that the user was added to, and those in a folder that the user was added to. */
export async function documentsOfUsers(
  { database, directory }: Context,
  { apiKeyId, organizationId, documentIds }: Documents,
  userIds: readonly string[],
): Promise<DocumentsOfUser> {
  const documentsOf = new Map<string, Set<string>>();
  if (userIds.length === 0 || documentIds.length === 0) return documentsOf;
  const subjects = documentIds.map((documentId) => ({ organizationId, documentId }));
  const { folderPaths } = await directory.checkAccess({ apiKeyId, subjects, withFolders: true });
  const places = documentIds.flatMap((documentId, index) => [
    { kind: "document", placeId: documentId, documentId },
    ...(folderPaths[index]?.folderIds ?? []).map((placeId) => ({ kind: "folder", placeId, documentId })),
  ]);
  const members = await selectMembers(database, { apiKeyId, organizationId }, places, userIds);
  for (const { userId, kind, placeId } of members) {
    const ofUser = documentsOf.get(userId) ?? new Set();
    for (const place of places) if (place.kind === kind && place.placeId === placeId) ofUser.add(place.documentId);
    documentsOf.set(userId, ofUser);
  }
  return documentsOf;
}

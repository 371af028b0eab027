import { type AccessType, isAccessType } from "@parley/contracts/organization-directory";
import type { Context } from "../context.ts";
import { selectInAnyPlace } from "./in-any-place.store.ts";
import { selectMembers } from "./members-among.store.ts";

interface Documents {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentIds: readonly string[];
}

interface ExistingUser {
  readonly userId: string;
  /** Whether the user was added to the organization itself. */
  readonly inOrganization: boolean;
}

/** Documents by user. */
export type DocumentsOfUser = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The documents that each user may enter: those that the user was added to, those in a folder that the user was added to, and as their access
 * types say those of the organization. The one answer to whether a user may enter a document: pages, notifications and requests that verify
 * their authors ask it.
 */
export async function documentsOfUsers(
  context: Context,
  { apiKeyId, organizationId, documentIds }: Documents,
  users: readonly ExistingUser[],
): Promise<DocumentsOfUser> {
  const { database, directory } = context;
  const documentsOf = new Map(users.map(({ userId }) => [userId, new Set<string>()]));
  if (users.length === 0 || documentIds.length === 0) return documentsOf;
  const subjects = documentIds.map((documentId) => ({ organizationId, documentId }));
  const asks = { withFolders: true, withAccessTypes: true, withRemovals: true };
  const { folderPaths, accessTypes, removedUntilMs } = await directory.checkAccess({ apiKeyId, subjects, ...asks });
  const types = await typesOf(context, apiKeyId, documentIds, accessTypes);

  const places = documentIds.flatMap((documentId, index) => [
    { kind: "document", placeId: documentId, documentId, removedUntilMs: Number(removedUntilMs[index] ?? 0n) },
    ...(folderPaths[index]?.folderIds ?? []).map((placeId) => ({ kind: "folder", placeId, documentId, removedUntilMs: 0 })),
  ]);
  const isRestricted = types.includes("restricted");
  const asked = users.filter(({ inOrganization }) => isRestricted || !inOrganization).map(({ userId }) => userId);
  const added = asked.length === 0 ? [] : await selectMembers(database, { apiKeyId, organizationId }, places, asked);
  for (const { userId, kind, placeId, addedAtMs } of added)
    for (const place of places) {
      // Who was added to a document that was deleted was not added to the one that was made again with its id.
      const isOfIt = place.kind === kind && place.placeId === placeId && Number(addedAtMs) > place.removedUntilMs;
      if (isOfIt) documentsOf.get(userId)?.add(place.documentId);
    }

  const strangers = users.filter(({ inOrganization }) => !inOrganization).map(({ userId }) => userId);
  const isPublic = types.includes("public") && strangers.length > 0;
  const anywhere = isPublic ? await selectInAnyPlace(database, { apiKeyId, organizationId }, strangers) : new Set<string>();
  for (const { userId, inOrganization } of users)
    for (const [index, documentId] of documentIds.entries())
      if (admits(types[index], inOrganization, anywhere.has(userId))) documentsOf.get(userId)?.add(documentId);
  return documentsOf;
}

/** Whether the type of a document lets in a user who was not added to it, nor to a folder above it. */
function admits(type: AccessType | undefined, inOrganization: boolean, isAnywhere: boolean): boolean {
  return (inOrganization && type !== "restricted") || (isAnywhere && type === "public");
}

async function typesOf(
  { accessDefaults }: Context,
  apiKeyId: string,
  documentIds: readonly string[],
  given: readonly string[],
): Promise<AccessType[]> {
  const isMissing = documentIds.some((_, index) => !isAccessType(given[index] ?? ""));
  const byDefault = isMissing ? await accessDefaults.of(apiKeyId) : undefined;
  return documentIds.flatMap((_, index) => {
    const type = given[index] ?? "";
    return isAccessType(type) ? type : (byDefault ?? []);
  });
}

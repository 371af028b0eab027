import { notFound, shortened } from "@parley/kernel";

export function organizationNotFound(organizationId: string) {
  return notFound(`The organization ${shortened(organizationId)} does not exist.`, "organization_not_found");
}

export function folderNotFound(organizationId: string, folderId: string) {
  return notFound(`The folder ${shortened(folderId)} does not exist in the organization ${shortened(organizationId)}.`, "folder_not_found");
}

const shownIds = 10;
const shownCharacters = 1_000;

/** The ids as part of a sentence: as many as fit into a message, and the number of the others. */
export function nameIds(ids: readonly string[]): string {
  const shown: string[] = [];
  let characters = 0;
  for (const id of ids.slice(0, shownIds)) {
    characters += id.length;
    if (shown.length > 0 && characters > shownCharacters) break;
    shown.push(id);
  }
  const more = ids.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

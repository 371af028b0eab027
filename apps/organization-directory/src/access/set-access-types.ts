import { failed, succeeded } from "@parley/contracts/common";
import { accessTypes, isAccessType } from "@parley/contracts/organization-directory";
import { invalid, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { setDocumentsAccessType as setDocuments } from "../documents/documents.store.ts";
import { setFoldersAccessType as setFolders } from "../folders/folder-access.store.ts";

export const setDocumentsAccessType = ({ database }: Context): Handler<"setDocumentsAccessType"> => {
  return async ({ apiKeyId, organizationId, documentIds, accessType }) => {
    requireType(accessType);
    const ids = [...new Set(documentIds)];
    const found = await setDocuments(database, { apiKeyId, organizationId }, ids, accessType);
    return { results: resultsOf("document", organizationId, ids, found, accessType) };
  };
};

export const setFoldersAccessType = ({ database }: Context): Handler<"setFoldersAccessType"> => {
  return async ({ apiKeyId, organizationId, folderIds, accessType, inheritsAccess }) => {
    requireType(accessType);
    const ids = [...new Set(folderIds)];
    const found = await setFolders(database, { apiKeyId, organizationId, folderIds: ids, accessType, inheritsAccess });
    return { results: resultsOf("folder", organizationId, ids, found, accessType) };
  };
};

function requireType(accessType: string): void {
  if (!isAccessType(accessType)) throw invalid("access_type", `access_type must be one of ${accessTypes.join(", ")}.`);
}

function resultsOf(
  kind: "document" | "folder",
  organizationId: string,
  ids: readonly string[],
  found: ReadonlySet<string>,
  accessType: string,
) {
  return ids.map((id) =>
    found.has(id)
      ? succeeded(id, `The access type of the ${kind} is ${accessType}.`)
      : failed(id, "not_found", `The ${kind} ${shortened(id)} does not exist in the organization ${shortened(organizationId)}.`),
  );
}

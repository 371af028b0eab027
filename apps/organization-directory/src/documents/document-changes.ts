import { failed } from "@parley/contracts/common";
import type { DocumentInput } from "@parley/contracts/organization-directory";
import { shortened } from "@parley/kernel";
import { changeOf, lastOfEach } from "../batches/batch.ts";
import { type Outcome, storedResult } from "../batches/results.ts";
import type { Context } from "../context.ts";
import type { DocumentChange } from "./documents.store.ts";

/** The documents of a request. */
export function documentChanges(documents: readonly DocumentInput[]): DocumentChange[] {
  return lastOfEach(
    documents.map(({ documentId, documentName, folderId, metadataJson }) => ({
      ...changeOf(documentId, documentName, metadataJson),
      folderId: folderId || null,
    })),
  );
}

/** The folders that the changes name. */
export function namedFolders(changes: readonly DocumentChange[]): string[] {
  return [...new Set(changes.flatMap(({ folderId }) => (folderId === null || folderId === "root" ? [] : [folderId])))];
}

/** The results of documents to be stored; those whose folder is not in `folders` have failed. */
export function documentResults(
  changes: readonly DocumentChange[],
  outcomes: ReadonlyMap<string, Outcome>,
  { organizationId, folders, limits }: { organizationId: string; folders: ReadonlySet<string>; limits: Context["limits"] },
) {
  const within = ` in the organization ${shortened(organizationId)}`;
  return changes.map(({ id, folderId }) => {
    if (!isPlaceable({ folderId }, folders))
      return failed(id, "not_found", `The folder ${shortened(folderId ?? "")} does not exist${within}.`);
    return storedResult(id, outcomes.get(id) ?? "not_found", {
      thing: "document",
      within,
      metadataBytes: limits.metadataBytes,
      quota: limits.documents,
    });
  });
}

export function isPlaceable({ folderId }: Pick<DocumentChange, "folderId">, folders: ReadonlySet<string>): boolean {
  return folderId === null || folders.has(folderId);
}

import { failed, type Result } from "@parley/contracts/common";
import type { DocumentScope } from "../places/scope.ts";

/** The failure of every item of a batch whose document does not exist. */
export function documentMissing({
  organizationId,
  documentId,
}: Pick<DocumentScope, "organizationId" | "documentId">): (id: string) => Result {
  const what =
    documentId === ""
      ? `The organization ${organizationId} does not exist.`
      : `The document ${documentId} does not exist in the organization ${organizationId}.`;
  return (id) => failed(id, "not_found", what);
}

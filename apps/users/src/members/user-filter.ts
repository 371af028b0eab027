import type { FindUsersRequest } from "@parley/contracts/users";
import { invalid } from "@parley/kernel";
import { type Place, placeOf } from "../places/place.ts";

/** A combination of filters that exists (specification, operation 5). */
export type UserFilter =
  | { readonly by: "place"; readonly place: Place; readonly userIds: readonly string[] }
  | { readonly by: "search" }
  | { readonly by: "documents" }
  | { readonly by: "anyDocument" }
  | { readonly by: "groups"; readonly groupIds: readonly string[]; readonly userIds: readonly string[] };

/** The combination that a request asks for. Fails with `invalid_argument` when there is no such one (decisions, operation 5). */
export function userFilterOf(request: FindUsersRequest): UserFilter {
  const { documentId, folderId, userIds, groupIds, allDocuments, groupByDocument, search } = request;
  const place = placeOf(request);
  if (search !== "") {
    const isAlone = place.kind === "organization" && userIds.length === 0 && groupIds.length === 0 && !allDocuments && !groupByDocument;
    if (!isAlone)
      throw invalid("search", "A search looks through the users of the organization: it cannot be combined with other filters.");
    return { by: "search" };
  }
  if (allDocuments && place.kind !== "organization") {
    throw invalid("all_documents", `All documents and one ${place.kind} exclude each other: ask for one of them.`);
  }
  if (groupByDocument && !allDocuments) throw invalid("group_by_document_id", "Grouping by document needs all documents.");
  if (allDocuments && userIds.length > 0) throw invalid("user_ids", "All documents cannot be asked for by user ids.");
  if (groupIds.length > 0 && (allDocuments || documentId !== "" || folderId !== "")) {
    throw invalid("organization_user_group_ids", "Groups belong to the organization: they cannot be asked for with documents or folders.");
  }
  if (allDocuments) return { by: groupByDocument ? "documents" : "anyDocument" };
  return groupIds.length > 0 ? { by: "groups", groupIds, userIds } : { by: "place", place, userIds };
}

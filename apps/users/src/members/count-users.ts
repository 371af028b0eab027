import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { placeOf } from "../places/place.ts";
import { countDocumentMembers, countMembers } from "./member-counts.store.ts";
import { usersOfAnyDocumentByIds, usersOfPlace } from "./pages.store.ts";

// Read in parts, so that no statement takes long.
const rowsPerPart = 50_000;
const mostRows = 1_000_000;

export const countUsers = ({ database }: Context): Handler<"countUsers"> => {
  return async ({ apiKeyId, organizationId, documentId, allDocuments, userId }) => {
    if (allDocuments && documentId !== "") throw invalid("all_documents", "All documents and one document exclude each other.");
    const place = placeOf({ apiKeyId, organizationId, documentId, folderId: "" });
    if (userId !== "") {
      const named = { after: "", limit: 1, userIds: [userId] };
      const found = allDocuments
        ? await usersOfAnyDocumentByIds(database, { apiKeyId, organizationId, ...named })
        : await usersOfPlace(database, place, named, named.userIds);
      return { count: found.length, hasMore: false };
    }

    let count = 0;
    let after = "";
    for (let read = 0; read < mostRows; read += rowsPerPart) {
      const from = { after, limit: rowsPerPart };
      const part = await (allDocuments ? countDocumentMembers(database, place, from) : countMembers(database, place, from));
      count += part?.users ?? 0;
      if (part === undefined || part.last === null || part.rows < rowsPerPart) return { count, hasMore: false };
      after = part.last;
    }
    return { count, hasMore: true };
  };
};

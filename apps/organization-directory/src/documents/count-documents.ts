import type { Context, Handler } from "../context.ts";
import { requireFolder } from "../folders/get-folders.ts";
import { filtersJson } from "./document-filters.ts";
import { countDocumentsPart } from "./document-pages.store.ts";

// Read in parts, so that no statement takes long.
const rowsPerPart = 20_000;
const mostRows = 1_000_000;

export const countDocuments = ({ database }: Context): Handler<"countDocuments"> => {
  return async ({ apiKeyId, organizationId, folderId, filters }) => {
    const page = { apiKeyId, organizationId, limit: rowsPerPart, filters: filtersJson(filters) };
    let count = 0;
    let after = "";
    for (let read = 0; read < mostRows; read += rowsPerPart) {
      const part = await countDocumentsPart(database, { ...page, after }, folderId);
      count += part?.documents ?? 0;
      if (count === 0) await requireFolder(database, apiKeyId, organizationId, folderId);
      if (part === undefined || part.last === null || part.rows < rowsPerPart) return { count, hasMore: false };
      after = part.last;
    }
    return { count, hasMore: true };
  };
};

import { types, type ValuesOf } from "@parley/database/schema";
import { decodeCursor, pageSizeOf } from "@parley/kernel";

/** The default page size. */
export const defaultPageSize = 100;
const maxPageSize = 1_000;

/** The paging fields of a request. */
export interface PageRequest {
  readonly pageSize: number;
  readonly pageToken: string;
}

/**
 * The id after which a page begins (the empty text comes before all ids) and the number of rows to read: one more than the page shows, to
 * see whether it is the last.
 */
export function pageOf({ pageSize, pageToken }: PageRequest, byIds: boolean): { after: string; size: number; limit: number } {
  const [after = ""] = decodeCursor(pageToken, ["string"]) ?? [];
  return { after: String(after), ...pageSizeOf(pageSize, byIds ? maxPageSize : defaultPageSize) };
}

/** The parameters of every statement that reads a page of things in an organization. */
export const pageParameters = { apiKeyId: types.text, organizationId: types.text, after: types.text, limit: types.bigint };

export type PageValues = ValuesOf<typeof pageParameters>;

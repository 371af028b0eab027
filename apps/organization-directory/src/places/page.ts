import { decodeCursor, pageSizeOf } from "@parley/kernel";

const defaultPageSize = 100;
const maxPageSize = 1_000;

interface PageRequest {
  readonly pageSize: number;
  readonly pageToken: string;
}

/** Where a page begins (behind which id; the empty text is before all) and how many rows to read: one more than it shows, to see whether it is the last. */
export function pageOf({ pageSize, pageToken }: PageRequest, byIds: boolean): { after: string; size: number; limit: number } {
  const [after = ""] = decodeCursor(pageToken, ["string"]) ?? [];
  return { after: String(after), ...pageSizeOf(pageSize, byIds ? maxPageSize : defaultPageSize) };
}

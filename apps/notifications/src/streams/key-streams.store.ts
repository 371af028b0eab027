import { types } from "@parley/database/schema";

/** Where a list continues: after this row, and how many rows to read at most. */
export interface Slice {
  readonly afterMs: number;
  readonly afterRef: number;
  readonly limit: number;
}

export interface OfUser {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
}

/** The result of every one of these statements: `ListKey`, out of more than one table. */
export const keyRow = {
  createdAtMs: types.bigint,
  notificationRef: types.bigint,
  documentId: types.text,
  storedBytes: types.integer,
  isVisible: types.boolean,
};

interface Stream {
  readonly from: "notifications" | "recipients";
  readonly where: string;
  /** Besides the columns of a key. */
  readonly columns?: string;
}

const key = "created_at_ms, notification_ref, document_id, stored_bytes";

/**
 * The next rows of several streams in one order. Each is read on its own index and no further than the limit; a row that is in several
 * appears once.
 */
export function keysOf(order: "asc" | "desc", streams: readonly Stream[]): string {
  const ordered = `order by created_at_ms ${order}, notification_ref ${order} limit $limit`;
  const position = `(created_at_ms, notification_ref) ${order === "asc" ? ">" : "<"} ($afterMs, $afterRef)`;
  const parts = streams.map(
    ({ from, where, columns }) => `
      (select ${key}${columns === undefined ? "" : `, ${columns}`} from ${from}
       where api_key_id = $apiKeyId and organization_id = $organizationId and ${position} and ${where}
       ${ordered})`,
  );
  const byName = streams.some(({ columns }) => columns !== undefined) ? ", bool_or(by_name) as by_name" : "";
  return `select ${key}${byName} from (${parts.join(" union all ")}) streams group by ${key} ${ordered}`;
}

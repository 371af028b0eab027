import { types } from "@parley/database/schema";
import { decodeCursor, encodeCursor, fittingRows, invalid } from "@parley/kernel";

const defaultPageSize = 100;
const endOfTimeMs = 8.64e15;
// A page examines at most this many rows of its index, newest first, whatever its filters: a response with few rows or none, and the
// position where it stopped, is better than a slow one. The last row examined is returned too, matching or not.
const scanRows = 5_000;

/** The start of a log page: the row before it, which is newer. */
export interface LogPosition {
  readonly beforeMs: number;
  readonly beforeId: number;
}

/** The common fields of requests for a page of the webhook and mail logs. An empty string does not filter. */
interface LogRequest {
  readonly state: number;
  readonly organizationId: string;
  readonly documentId: string;
  readonly fromMs: bigint;
  readonly toMs: bigint;
  readonly pageSize: number;
  readonly pageToken: string;
}

/** The parameters of every statement that reads a page of a log. */
export const pageParameters = {
  apiKeyId: types.text,
  organizationId: types.text,
  documentId: types.text,
  fromMs: types.bigint,
  beforeMs: types.bigint,
  beforeId: types.bigint,
  scanRows: types.bigint,
  limit: types.bigint,
};

/** The parameters for a page's position and size. One row more than the page holds is read, which tells whether there is a next page. */
export function pageValues(position: LogPosition, limit: number) {
  return { ...position, scanRows, limit: limit + 1 };
}

/** Refuses an incomplete pair of filters, and filters together with a list of ids (`idsField`). */
export function checkFilters(request: LogRequest, ids: readonly string[], idsField: string, isNarrowedFurther: boolean): void {
  const { state, organizationId, documentId, fromMs, toMs } = request;
  if ((documentId === "") !== (organizationId === "")) throw invalid("document_id", "organization_id and document_id go together.");
  const isNarrowed = isNarrowedFurther || state !== 0 || documentId !== "" || fromMs > 0n || toMs > 0n;
  if (ids.length > 0 && isNarrowed) throw invalid(idsField, `${idsField} excludes the other filters.`);
}

export function positionOf({ pageToken, toMs }: LogRequest): LogPosition {
  const [beforeMs, beforeId] = decodeCursor(pageToken, ["number", "number"]) ?? [toMs === 0n ? endOfTimeMs : Number(toMs), 0];
  return { beforeMs: Number(beforeMs), beforeId: Number(beforeId) };
}

export function pageSizeOf({ pageSize }: LogRequest): number {
  return pageSize || defaultPageSize;
}

/** The token of the page at a position; empty after the last page. */
export function tokenOf(next: LogPosition | undefined): string {
  return next === undefined ? "" : encodeCursor([next.beforeMs, next.beforeId]);
}

interface Page<Row> {
  readonly rows: readonly Row[];
  /** Position of the next page; undefined on the last page. */
  readonly next: LogPosition | undefined;
}

/** The matching rows of a page among those examined. A full page continues after its last row, any other after the last row examined. */
export async function pageOfRows<Row extends { readonly isWanted: boolean }>(
  examined: readonly Row[],
  limit: number,
  place: (row: Row) => LogPosition,
  hasMore: (after: LogPosition) => Promise<boolean>,
): Promise<Page<Row>> {
  const wanted = examined.filter(({ isWanted }) => isWanted);
  const rows = wanted.slice(0, limit);
  const isFull = wanted.length > limit;
  const last = isFull ? rows.at(-1) : examined.at(-1);
  if (last === undefined) return { rows, next: undefined };
  const next = place(last);
  return { rows, next: isFull || (await hasMore(next)) ? next : undefined };
}

/** The entries that fit into one response. The first that does not fit, and all after it, are left for the next page. */
export function fittingPage<Entry extends { readonly row: object }>(
  entries: readonly Entry[],
  next: LogPosition | undefined,
  place: (row: Entry["row"]) => LogPosition,
): { entries: readonly Entry[]; next: LogPosition | undefined } {
  const fitting = fittingRows(entries, entries.length);
  const last = fitting.at(-1);
  return fitting.length < entries.length && last !== undefined ? { entries: fitting, next: place(last.row) } : { entries, next };
}

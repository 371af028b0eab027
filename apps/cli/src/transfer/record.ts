/** The first line of a file. */
export interface Header {
  readonly type: "parley-export";
  readonly version: 1;
  /** Distinguishes this export from every other: an import derives its idempotency keys from it. */
  readonly exportId: string;
  readonly apiKey: string;
  readonly startedAt: number;
}

/** The last line; without it the export is not complete. */
interface End {
  readonly type: "end";
  readonly records: number;
}

/** The kinds of records, in the order in which an API key needs them. */
const recordTypes = [
  "domain",
  "organization",
  "folder",
  "folder-access",
  "document",
  "document-access",
  "location",
  "user",
  "group",
  "member",
  "thread",
  "recording",
  "activity",
  "notification",
  "closed-document",
  "closed-organization",
  "options",
] as const;

export type RecordType = (typeof recordTypes)[number];

type Item = Readonly<Record<string, unknown>>;

/** One line: an item in the form in which it is added, and its place. */
export interface TransferRecord {
  readonly type: RecordType;
  readonly at: Readonly<Record<string, string>>;
  readonly item: Item;
}

/** Whether a parsed value is a record. */
export function isRecord(value: unknown): value is TransferRecord {
  const { type, at, item } = value as Partial<TransferRecord>;
  return recordTypes.some((known) => known === type) && isObject(at) && isObject(item);
}

/** Whether a parsed value is a header of this version. */
export function isHeader(value: unknown): value is Header {
  return isObject(value) && value.type === "parley-export" && value.version === 1 && typeof value.exportId === "string";
}

export function isEnd(value: unknown): value is End {
  return isObject(value) && value.type === "end" && typeof value.records === "number";
}

function isObject(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

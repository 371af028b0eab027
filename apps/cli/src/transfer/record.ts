/** What the first line of a file says. */
export interface Header {
  readonly type: "parley-export";
  readonly version: 1;
  /** Tells this export from every other: what an import derives its idempotency keys from. */
  readonly exportId: string;
  readonly apiKey: string;
  readonly startedAt: number;
}

/** What the last line says; without it the export is not complete. */
interface End {
  readonly type: "end";
  readonly records: number;
}

/** The kinds of records, in the order in which an API key needs them. */
const recordTypes = [
  "domain",
  "organization",
  "folder",
  "document",
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

/** One line: a thing, in the form in which it is added, and where it belongs. */
export interface TransferRecord {
  readonly type: RecordType;
  readonly at: Readonly<Record<string, string>>;
  readonly item: Item;
}

/** Whether a value that was read is a record. */
export function isRecord(value: unknown): value is TransferRecord {
  const { type, at, item } = value as Partial<TransferRecord>;
  return recordTypes.some((known) => known === type) && isObject(at) && isObject(item);
}

/** Whether a value that was read is a header of this version. */
export function isHeader(value: unknown): value is Header {
  return isObject(value) && value.type === "parley-export" && value.version === 1 && typeof value.exportId === "string";
}

export function isEnd(value: unknown): value is End {
  return isObject(value) && value.type === "end" && typeof value.records === "number";
}

function isObject(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

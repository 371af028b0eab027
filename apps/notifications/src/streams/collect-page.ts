import { decodeCursor, encodeCursor, invalid, PageBytes } from "@parley/kernel";
import type { Order, Slice } from "./key-streams.store.ts";

/** A notification of a list before it is read: enough to decide whether the page shows it. */
export interface ListKey {
  readonly createdAtMs: number;
  readonly notificationRef: number;
  readonly documentId: string;
  /** The most bytes that it takes in a response. */
  readonly storedBytes: number;
  readonly isVisible: boolean;
}

interface PageRequest {
  readonly pageSize: number;
  readonly pageToken: string;
}

interface ListOptions {
  readonly order: Order;
  /** The next keys after a position. */
  readonly scan: (slice: Slice) => Promise<readonly ListKey[]>;
  /** The visible keys that the reader may see; all if absent. */
  readonly admit?: (keys: readonly ListKey[]) => Promise<ReadonlySet<ListKey>>;
}

const defaultPageSize = 100;
// One key more than the largest page shows, which tells whether there is another page.
const scanKeys = 1_001;
const maxScans = 5;

/**
 * The refs of one page, and the token of the next (empty on the last page). Invisible keys are skipped, up to a few thousand: the page is
 * then short or empty, and the token continues after the last key examined, so that nothing is lost or repeated.
 */
export async function collectPage({ pageSize, pageToken }: PageRequest, { order, scan, admit }: ListOptions) {
  const size = pageSize || defaultPageSize;
  const refs: number[] = [];
  const bytes = new PageBytes();
  let after = placeOf(pageToken, order);
  for (let scans = 1; ; scans++) {
    const limit = scans === 1 ? Math.min(size + 1, scanKeys) : scanKeys;
    const keys = await scan({ afterMs: after[0], afterRef: after[1], limit });
    const seen = await seenOf(keys, admit);
    for (const key of keys) {
      if (seen.has(key)) {
        if (refs.length === size || !bytes.admits(key.storedBytes)) return { refs, nextPageToken: encodeCursor(after) };
        refs.push(key.notificationRef);
      }
      after = [key.createdAtMs, key.notificationRef];
    }
    if (keys.length < limit) return { refs, nextPageToken: "" };
    if (refs.length === size || scans === maxScans) return { refs, nextPageToken: encodeCursor(after) };
  }
}

async function seenOf(keys: readonly ListKey[], admit: ListOptions["admit"]): Promise<ReadonlySet<ListKey>> {
  const visible = keys.filter(({ isVisible }) => isVisible);
  return admit === undefined || visible.length === 0 ? new Set(visible) : admit(visible);
}

function placeOf(pageToken: string, order: Order): readonly [number, number] {
  const cursor = decodeCursor(pageToken, ["number", "number"]);
  if (cursor === undefined) return order === "asc" ? [-1, -1] : [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const [createdAtMs, ref] = cursor as readonly [number, number];
  if (!Number.isSafeInteger(createdAtMs) || !Number.isSafeInteger(ref))
    throw invalid("page_token", "page_token is not one that this service returned.");
  return [createdAtMs, ref];
}

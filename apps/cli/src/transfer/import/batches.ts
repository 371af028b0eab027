import type { TransferRecord } from "../record.ts";

/** Items of one type and place that share one request. */
interface Batch<Item> {
  readonly at: Readonly<Record<string, string>>;
  readonly items: readonly Item[];
}

interface Bounds {
  readonly items: number;
  /** The bytes of their JSON. */
  readonly bytes: number;
}

/** The limits of one request: well below a gateway's (1 MiB, 1,000 items). */
export const requestBounds: Bounds = { items: 200, bytes: 400_000 };

/** Groups items of the same place, in order, within the limits of a request. */
export function batchesOf<Item>(
  records: readonly { readonly at: TransferRecord["at"]; readonly item: Item }[],
  bounds = requestBounds,
): Batch<Item>[] {
  const places = Map.groupBy(records, ({ at }) => JSON.stringify(at));
  return [...places.values()].flatMap((group) => {
    const at = group[0]?.at ?? {};
    return chunks(
      group.map(({ item }) => item),
      bounds,
    ).map((items) => ({ at, items }));
  });
}

/** Splits a list within the limits; an item that exceeds them is a piece by itself. */
export function chunks<Item>(items: readonly Item[], { items: mostItems, bytes: mostBytes }: Bounds): Item[][] {
  const pieces: Item[][] = [];
  let piece: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item));
    if (piece.length > 0 && (piece.length >= mostItems || bytes + size > mostBytes)) {
      pieces.push(piece);
      piece = [];
      bytes = 0;
    }
    piece.push(item);
    bytes += size;
  }
  return piece.length === 0 ? pieces : [...pieces, piece];
}

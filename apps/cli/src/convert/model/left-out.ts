import type { Json } from "./json.ts";
import { reading } from "./reading.ts";

/** A kind of data that cannot be converted. */
interface LeftOutRow {
  readonly what: string;
  readonly count: number;
  /** The id of the first item that had it. */
  readonly example: string;
}

interface Read {
  readonly item: Json;
  /** What the item is, and the id by which it is found. */
  readonly thing: string;
  readonly example: string;
  /** The paths that are left out on purpose. */
  readonly settled?: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();
const mostKinds = 500;

/** Counts and names everything that is not converted, so that nothing is dropped silently. */
export class LeftOut {
  readonly #rows = new Map<string, { count: number; readonly example: string }>();

  count(what: string, example: string): void {
    const kind = this.#rows.has(what) || this.#rows.size < mostKinds ? what : "further kinds of fields";
    const row = this.#rows.get(kind);
    if (row === undefined) this.#rows.set(kind, { count: 1, example });
    else row.count++;
  }

  /** Converts an item, and counts each key that the conversion does not read, at every depth. */
  reading<Result>({ item, thing, example, settled = nothing }: Read, convert: (item: Json) => Result): Result {
    const { result, unread } = reading(item, settled, convert);
    for (const path of unread) this.count(`${thing}: ${path}`, example);
    return result;
  }

  /** Most frequent first. */
  rows(): LeftOutRow[] {
    return [...this.#rows].map(([what, row]) => ({ what, ...row })).sort((left, right) => right.count - left.count);
  }
}

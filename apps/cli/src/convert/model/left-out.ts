import { isPresent, type Json } from "./json.ts";

/** A kind of data that cannot be converted. */
interface LeftOutRow {
  readonly what: string;
  readonly count: number;
  /** The id of the first item that had it. */
  readonly example: string;
}

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

  /** Counts every unknown field that has content. */
  fields(item: Json, known: ReadonlySet<string>, thing: string, example: string): void {
    for (const [key, value] of Object.entries(item)) if (!known.has(key) && isPresent(value)) this.count(`${thing}: ${key}`, example);
  }

  /** Most frequent first. */
  rows(): LeftOutRow[] {
    return [...this.#rows].map(([what, row]) => ({ what, ...row })).sort((left, right) => right.count - left.count);
  }
}

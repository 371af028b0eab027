import { type Claimed, groupName } from "./claimed.ts";

/** The deliveries that this process has read and not ended; only in memory. */
export class Hand<Row extends Claimed> {
  readonly #sequenceOf: (row: Row) => string;
  readonly #rows = new Map<number, { row: Row; hasBegun: boolean }>();
  readonly #counts = new Map<string, number>();
  #bytes = 0;

  constructor(sequenceOf: (row: Row) => string) {
    this.#sequenceOf = sequenceOf;
  }

  get count(): number {
    return this.#rows.size;
  }

  /** The memory that the rows take, beyond a fixed amount for each. */
  get bytes(): number {
    return this.#bytes;
  }

  countOf(group: string): number {
    return this.#counts.get(group) ?? 0;
  }

  counts(): Iterable<[string, number]> {
    return this.#counts;
  }

  rows(): Row[] {
    return [...this.#rows.values()].map(({ row }) => row);
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#rows.set(row.deliveryId, { row, hasBegun: false });
      this.#bytes += row.bytes;
      const group = groupName(row);
      this.#counts.set(group, this.countOf(group) + 1);
    }
  }

  /** Whether this very row is claimed, not one that was read again after it had been dropped. */
  holds(row: Row): boolean {
    return this.#rows.get(row.deliveryId)?.row === row;
  }

  /** Replaces a row by the delivery prepared from it. */
  replace(delivery: Row): void {
    const claimed = this.#claimedAs(delivery);
    if (claimed !== undefined) claimed.row = delivery;
  }

  /**
   * Marks a delivery as begun. Returns false if it has begun already, or if this process has dropped it, even if it has been read again
   * since.
   */
  begin(delivery: Row): boolean {
    const claimed = this.#rows.get(delivery.deliveryId);
    if (claimed?.row !== delivery || claimed.hasBegun) return false;
    claimed.hasBegun = true;
    return true;
  }

  /** Forgets deliveries that have ended, are to be read again, or belong to another process. */
  drop(rows: readonly Claimed[]): void {
    for (const row of rows) {
      const claimed = this.#claimedAs(row);
      if (claimed === undefined) continue;
      this.#rows.delete(row.deliveryId);
      this.#bytes -= claimed.row.bytes;
      const group = groupName(claimed.row);
      const count = this.countOf(group) - 1;
      if (count > 0) this.#counts.set(group, count);
      else this.#counts.delete(group);
    }
  }

  /** The later deliveries of the same sequences that have not begun: they must not be sent before these rows. */
  behind(rows: readonly Row[]): Row[] {
    if (rows.length === 0) return [];
    const firsts = new Map<string, number>();
    for (const row of rows) {
      const place = this.#placeOf(row);
      firsts.set(place, Math.min(firsts.get(place) ?? row.deliveryId, row.deliveryId));
    }
    return this.#waiting().filter((row) => row.deliveryId > (firsts.get(this.#placeOf(row)) ?? Number.POSITIVE_INFINITY));
  }

  /** Forgets these rows, and the later rows of their sequences that have not begun. All of them are read again in order. */
  giveBack(rows: readonly Row[]): void {
    this.drop([...rows, ...this.behind(rows)]);
  }

  /** Gives back those of these rows that have not begun. */
  recall(rows: readonly Row[]): void {
    const waiting = new Set(this.#waiting());
    this.giveBack(rows.filter((row) => waiting.has(row)));
  }

  #waiting(): Row[] {
    return [...this.#rows.values()].filter(({ hasBegun }) => !hasBegun).map(({ row }) => row);
  }

  #placeOf(row: Row): string {
    return `${groupName(row)}\0${this.#sequenceOf(row)}`;
  }

  /** What is claimed of this delivery, unless it has been read again since. */
  #claimedAs({ deliveryId, fence, groupFence }: Claimed) {
    const claimed = this.#rows.get(deliveryId);
    return claimed?.row.fence === fence && claimed.row.groupFence === groupFence ? claimed : undefined;
  }
}

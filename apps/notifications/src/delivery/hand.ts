import type { Held } from "./channel.ts";

/** The deliveries that this process has read and not ended, in memory alone. */
export class Hand<Row extends Held> {
  readonly #groupOf: (row: Row) => string;
  readonly #rows = new Map<string, { readonly row: Row; hasBegun: boolean }>();
  readonly #counts = new Map<string, number>();

  constructor(groupOf: (row: Row) => string) {
    this.#groupOf = groupOf;
  }

  get count(): number {
    return this.#rows.size;
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

  rowsOf(group: string): Row[] {
    return this.rows().filter((row) => this.#groupOf(row) === group);
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#rows.set(nameOf(row), { row, hasBegun: false });
      const group = this.#groupOf(row);
      this.#counts.set(group, this.countOf(group) + 1);
    }
  }

  /** Returns whether a delivery is still this process's to send; true once. */
  begin(delivery: Held): boolean {
    const held = this.#rows.get(nameOf(delivery));
    if (held === undefined || held.hasBegun) return false;
    held.hasBegun = true;
    return true;
  }

  /** Forgets deliveries: they have ended, are read again, or are another's. */
  drop(rows: readonly Omit<Held, "tries">[]): void {
    for (const row of rows) {
      const held = this.#rows.get(nameOf(row));
      if (held === undefined) continue;
      this.#rows.delete(nameOf(row));
      const group = this.#groupOf(held.row);
      const count = this.countOf(group) - 1;
      if (count > 0) this.#counts.set(group, count);
      else this.#counts.delete(group);
    }
  }

  /** Forgets what has not begun, of these groups or of all. */
  dropWaiting(groups?: ReadonlySet<string>): void {
    const waiting = [...this.#rows.values()].filter(({ row, hasBegun }) => !hasBegun && (groups?.has(this.#groupOf(row)) ?? true));
    this.drop(waiting.map(({ row }) => row));
  }
}

function nameOf({ deliveryId, fence, groupFence }: Omit<Held, "tries">): string {
  return `${deliveryId}/${fence}/${groupFence}`;
}

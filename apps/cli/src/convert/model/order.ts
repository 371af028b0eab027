interface Ordering<Item> {
  /** An item without a time comes first. */
  readonly timeOf: (item: Item) => number | undefined;
  /** Whether the item begins the thread, as far as the source tells. */
  readonly isRoot: (item: Item) => boolean;
  /** Decides about items that all have the same time. */
  readonly isFileNewestFirst?: boolean;
}

/**
 * The comments of a thread, oldest first. Of those with the same time, the root comes first, and the others keep the order of the source,
 * or the reverse if the source lists the newest first.
 */
export function oldestFirst<Item>(items: readonly Item[], { timeOf, isRoot, isFileNewestFirst = false }: Ordering<Item>): Item[] {
  const own = new FileOrder();
  for (const item of items) own.add(timeOf(item));
  const isNewestFirst = own.isMixed ? false : own.isNewestFirst || (!own.isOldestFirst && isFileNewestFirst);
  const listed = isNewestFirst ? items.toReversed() : items;
  return listed.toSorted((left, right) => (timeOf(left) ?? 0) - (timeOf(right) ?? 0) || Number(isRoot(right)) - Number(isRoot(left)));
}

/** In which order a source lists its comments, as far as their times show it. */
export class FileOrder {
  #last: number | undefined;
  #rises = false;
  #falls = false;

  /** Another list begins, whose first item is not compared with the one before. */
  begin(): void {
    this.#last = undefined;
  }

  add(time: number | undefined): void {
    if (time === undefined) return;
    if (this.#last !== undefined && time > this.#last) this.#rises = true;
    if (this.#last !== undefined && time < this.#last) this.#falls = true;
    this.#last = time;
  }

  get isNewestFirst(): boolean {
    return this.#falls && !this.#rises;
  }

  get isOldestFirst(): boolean {
    return this.#rises && !this.#falls;
  }

  /** Neither is so. */
  get isMixed(): boolean {
    return this.#rises && this.#falls;
  }
}

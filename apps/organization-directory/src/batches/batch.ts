import { metadataChange } from "@parley/kernel";

/** One thing of a batch, with the values to store. */
export interface Change {
  readonly id: string;
  /** null keeps the name, the empty text removes it. */
  readonly name: string | null;
  /** The metadata keys to store, as the text of a JSON object. */
  readonly set: string;
  /** The metadata keys to remove, as the text of a JSON array. */
  readonly clear: string;
}

/** The change of one item of a request. `metadataJson` is the text of a JSON object, or empty; its null values remove keys. */
export function changeOf(id: string, name: string | undefined, metadataJson: string): Change {
  return { id, name: name ?? null, ...metadataChange(metadataJson) };
}

/** The items without repeats: each id at its first position, with its last values. */
export function lastOfEach<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** A batch as the columns of statements. */
export function columnsOf(changes: readonly Change[]) {
  return {
    ids: changes.map(({ id }) => id),
    names: changes.map(({ name }) => name),
    sets: changes.map(({ set }) => set),
    clears: changes.map(({ clear }) => clear),
  };
}

import { failed, type Result, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { type Quota, quotaReached } from "@parley/runtime";

/** The outcome of storing an item. */
export type Outcome =
  | "created"
  | "updated"
  | "unchanged"
  | "not_found"
  | "already_exists"
  | "not_own"
  | "thread_full"
  | "no_room"
  | "metadata_too_long"
  | "empty";

interface Words {
  /** The kind of item, for example `comment`. */
  readonly thing: string;
  /** The parent in which the item was looked up, as the end of a sentence. */
  readonly within: string;
  readonly quota: Quota;
}

/** The result of storing an item. */
export function storedResult(id: string, outcome: Outcome, { thing, within, quota }: Words): Result {
  switch (outcome) {
    case "created":
      return succeeded(id, `The ${thing} was added.`);
    case "updated":
      return succeeded(id, `The ${thing} was updated.`);
    case "unchanged":
      return succeeded(id, `The ${thing} is already stored with these values.`);
    case "not_found":
      return failed(id, "not_found", `The ${thing} ${shortened(id)} does not exist${within}.`);
    case "already_exists":
      return failed(id, "already_exists", `The id ${shortened(id)} is taken by a ${thing} of another user${within}.`);
    case "not_own":
      return notOwn(id, thing, within);
    case "thread_full":
      return failed(id, "thread_full", `There is no room left for the ${thing} ${shortened(id)}${within}.`);
    case "no_room":
      return failed(id, quotaReached, quota.refusal);
    case "metadata_too_long":
      return failed(id, "invalid", `The metadata of the ${thing} ${shortened(id)} would be too long.`);
    case "empty":
      return failed(id, "invalid", `The ${thing} ${shortened(id)} has neither text nor html nor attachments.`);
  }
}

/** The result of an item that the user may not change or delete, because another user wrote it. */
export function notOwn(id: string, thing: string, within: string): Result {
  return failed(id, "not_own", `The ${thing} ${shortened(id)}${within} is of another user.`);
}

/** The items without repeats: each key at its first position, with its last value. */
export function lastOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** Processes the items in chunks of a given size, one chunk after another. Returns all results in the order of the items. */
export async function inChunks<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (chunk: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) results.push(...(await work(items.slice(start, start + size))));
  return results;
}

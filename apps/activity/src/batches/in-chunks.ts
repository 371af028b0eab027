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

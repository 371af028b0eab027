/** One page of a list. */
export interface Page<Data> {
  readonly data: Data;
  /** The whole `result` of the response, including fields that an operation adds to the data. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Token of the next page; null on the last one. */
  readonly nextPageToken: string | null;
}

/**
 * A list that is read page by page. Awaiting it gives the first page; `for await` iterates over all items, fetching pages as they are
 * needed; `pages()` iterates over the pages. If the data of a page is not a list, it counts as one item.
 */
export class Pages<Data, Item> implements PromiseLike<Page<Data>>, AsyncIterable<Item> {
  readonly #firstToken: string | undefined;
  readonly #fetch: (pageToken: string | undefined) => Promise<Page<Data>>;

  constructor(firstToken: string | undefined, fetch: (pageToken: string | undefined) => Promise<Page<Data>>) {
    this.#firstToken = firstToken;
    this.#fetch = fetch;
  }

  // biome-ignore lint/suspicious/noThenProperty: a list that is awaited is its first page
  then<Result = Page<Data>, Rejection = never>(
    onPage?: ((page: Page<Data>) => Result | PromiseLike<Result>) | null,
    onError?: ((reason: unknown) => Rejection | PromiseLike<Rejection>) | null,
  ): Promise<Result | Rejection> {
    return this.#fetch(this.#firstToken).then(onPage, onError);
  }

  async *pages(): AsyncGenerator<Page<Data>> {
    for (let pageToken = this.#firstToken; ; ) {
      const page = await this.#fetch(pageToken);
      yield page;
      if (page.nextPageToken === null) return;
      pageToken = page.nextPageToken;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const { data } of this.pages()) {
      if (Array.isArray(data)) yield* data as Item[];
      else yield data as unknown as Item;
    }
  }

  /** All items; only for lists that fit into memory. */
  async all(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

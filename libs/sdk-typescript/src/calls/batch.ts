/** What became of one item. */
export interface ItemResult {
  readonly success: boolean;
  readonly message: string;
  /** A permanent word for the failure. */
  readonly code?: string | undefined;
}

/** An item that failed. */
export interface BatchFailure<Entry extends ItemResult = ItemResult> {
  readonly id: string;
  readonly message: string;
  /** A permanent word, such as `not_found`. */
  readonly code: string;
  readonly result: Entry;
}

/** The answer to a batch: an entry for each item, of which some may have failed. */
export class Batch<Entry extends ItemResult = ItemResult> {
  /** By the item's id. */
  readonly results: ReadonlyMap<string, Entry>;
  readonly message: string;
  /** The whole `result` of the answer, with what an operation adds beside the entries. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly #operation: string;

  constructor(operation: string, result: Readonly<Record<string, unknown>>) {
    this.#operation = operation;
    this.raw = result;
    this.message = String(result.message);
    this.results = new Map(Object.entries((result.data ?? {}) as Record<string, Entry>));
  }

  /** The items that failed. */
  get failed(): readonly BatchFailure<Entry>[] {
    return [...this.results]
      .filter(([, { success }]) => !success)
      .map(([id, result]) => ({ id, message: result.message, code: result.code ?? "", result }));
  }

  /** The ids of the items that succeeded. */
  get succeeded(): readonly string[] {
    return [...this.results].filter(([, { success }]) => success).map(([id]) => id);
  }

  /** This answer, when every item succeeded; throws a `BatchError` otherwise. */
  orThrow(): this {
    const { failed } = this;
    if (failed.length > 0) throw new BatchError(this.#operation, failed, this.results.size);
    return this;
  }
}

/** Some items of a batch failed; the others are done. */
export class BatchError extends Error {
  readonly failed: readonly BatchFailure[];

  constructor(operation: string, failed: readonly BatchFailure[], count: number) {
    const first = failed[0];
    super(`${operation}: ${failed.length} of ${count} items failed, the first is ${first?.id}: ${first?.message}`);
    this.name = "BatchError";
    this.failed = failed;
  }
}

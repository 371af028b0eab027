import { ParleyError } from "../errors/errors.ts";
import type { ItemCode } from "../gen/types.ts";

/** The result of one item. */
export interface ItemResult {
  readonly success: boolean;
  readonly message: string;
  /** The reason of a failure; absent on success. */
  readonly code?: ItemCode | undefined;
}

/** An item that failed. */
export interface BatchFailure<Entry extends ItemResult = ItemResult> {
  readonly id: string;
  readonly message: string;
  /** The reason, such as `not_found`; empty when the response gives none. */
  readonly code: ItemCode | "";
  readonly result: Entry;
}

/** The response to a batch: an entry for each item, of which some may have failed. */
export class Batch<Entry extends ItemResult = ItemResult> {
  /** By the item's id. */
  readonly results: ReadonlyMap<string, Entry>;
  readonly message: string;
  /** The whole `result` of the response, including fields that an operation adds to the entries. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** Identifies the request in the logs of the installation; empty for a result without its response. */
  readonly requestId: string;
  readonly #operation: string;

  constructor(operation: string, result: Readonly<Record<string, unknown>>, requestId = "") {
    this.#operation = operation;
    this.requestId = requestId;
    this.raw = result;
    this.message = String(result.message);
    // A batch whose data is a list of ids has the entries next to it.
    this.results = new Map(Object.entries((result.items ?? result.data ?? {}) as Record<string, Entry>));
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

  /** The entry of a batch of one item. */
  get only(): Entry {
    for (const entry of this.results.values()) return entry;
    throw new TypeError(`${this.#operation} returned no entry for its item.`);
  }

  /** Returns the batch when every item succeeded; throws a `BatchError` otherwise. */
  orThrow(): this {
    const { failed } = this;
    if (failed.length > 0) throw new BatchError(this.#operation, failed, this.results.size, this.requestId);
    return this;
  }
}

/** Some items of a batch failed; the others were done. Its `httpStatus` is 200, as that of the response; `failed` lists the failures. */
export class BatchError extends ParleyError {
  readonly failed: readonly BatchFailure[];

  constructor(operation: string, failed: readonly BatchFailure[], count: number, requestId: string) {
    const first = failed[0];
    super({
      status: "BATCH_FAILED",
      httpStatus: 200,
      message: `${operation}: ${failed.length} of ${count} items failed, the first is ${first?.id}: ${first?.message}`,
      requestId,
      code: first?.code,
      details: failed.map(({ id, code, message }) => ({ id, code, message })),
      retryAfterMs: undefined,
      replayed: false,
    });
    this.failed = failed;
  }
}

import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AbortedError, Batch, type DescribedOperation, type Parley } from "@parley/sdk";
import { operations } from "@parley/sdk/operations";

/** An item that could not be added. */
export interface FailedItem {
  readonly operation: string;
  readonly id: string;
  readonly message: string;
}

/** One request of an import. */
export interface Request {
  readonly operation: string;
  readonly data: object;
}

const atOnce = 6;
// Ids are kept, so an existing item was added by an earlier run.
const alreadyThere = "already_exists";
// The request of a killed run holds its key until it ends or its lease expires.
const patienceMs = 180_000;
const restMs = 2_000;

/** Sends the requests of an import, a few at a time, each with a key that makes a repeat harmless. */
export class Sender {
  readonly #parley: Parley;
  readonly #importId: string;
  readonly failed: FailedItem[] = [];
  requests = 0;

  constructor(parley: Parley, importId: string) {
    this.#parley = parley;
    this.#importId = importId;
  }

  /** In any order. */
  async all(requests: readonly Request[]): Promise<void> {
    const left = requests.values();
    const work = async () => {
      for (const request of left) await this.#send(request);
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, requests.length) }, work));
  }

  /** One after another. */
  async inOrder(requests: readonly Request[]): Promise<void> {
    for (const request of requests) await this.#send(request);
  }

  async #send({ operation, data }: Request): Promise<void> {
    const declared = operations.find(({ name }) => name === operation);
    if (declared === undefined) throw new Error(`There is no operation ${operation}.`);
    this.requests++;
    const result = await this.#once(declared, data);
    if (declared.answer !== "batch") return;
    for (const { id, code, message } of new Batch(operation, result).failed) {
      if (code !== alreadyThere) this.failed.push({ operation, id, message });
    }
  }

  async #once(operation: DescribedOperation, data: object): Promise<Readonly<Record<string, unknown>>> {
    const idempotencyKey = idempotencyKeyOf(this.#importId, operation.name, data);
    for (const endMs = Date.now() + patienceMs; ; await delay(restMs)) {
      try {
        return await this.#parley.call(operation, data, { idempotencyKey });
      } catch (error) {
        if (!(error instanceof AbortedError) || Date.now() > endMs) throw error;
      }
    }
  }
}

/** The idempotency key of a request: the same if the same run of an import, interrupted or not, sends it again. */
function idempotencyKeyOf(importId: string, operation: string, data: object): string {
  return `import-${createHash("sha256")
    .update(`${importId}\n${operation}\n${JSON.stringify(data)}`)
    .digest("hex")}`;
}

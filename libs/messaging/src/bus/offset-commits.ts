import { setImmediate as nextTurn } from "node:timers/promises";
import type { EachBatchPayload } from "kafkajs";
import { failpoint } from "../failpoints/failpoint.ts";

/**
 * Commits a consumer's progress: partitions that finish at the same time share a request, and each waits for a request that began after it
 * finished. One request at a time, so that none overtakes a newer one.
 */
export class OffsetCommits {
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  commit(payload: EachBatchPayload): Promise<void> {
    this.#next ??= this.#begin(payload, this.#last);
    return this.#next;
  }

  async #begin({ commitOffsetsIfNecessary, uncommittedOffsets }: EachBatchPayload, last: Promise<void>): Promise<void> {
    await Promise.allSettled([last, nextTurn()]);
    this.#last = this.#next ?? last;
    this.#next = undefined;
    failpoint("consumer.before-ack");
    await commitOffsetsIfNecessary(uncommittedOffsets());
    failpoint("consumer.after-ack");
  }
}

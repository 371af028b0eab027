import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../installation/caller.ts";

/** Another user, who continues writing into the threads that the erasure works on, and notes what was acknowledged. */
export class Writer {
  readonly #customer: Caller;
  readonly #written: string[] = [];
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(customer: Caller) {
    this.#customer = customer;
  }

  start(): void {
    this.#running = this.#write();
  }

  /** Ends writing; returns the ids of the comments that were acknowledged. */
  async stop(): Promise<readonly string[]> {
    this.#stopped = true;
    await this.#running;
    return this.#written;
  }

  async #write(): Promise<void> {
    for (let number = 1; !this.#stopped; number++) {
      const commentId = `w-${number}`;
      // Never the user's own threads, which go: every third.
      const annotationId = `proof-${1 + 3 * (number % 200)}`;
      const answer = await this.#customer.tryAsk("/v2/commentannotations/comments/add", {
        organizationId: "acme",
        documentId: "proof",
        annotationId,
        commentData: [{ commentId, commentText: "w- still writing", from: { userId: "w-writer" } }],
      });
      const item = answer?.[commentId] as { success?: boolean } | undefined;
      if (item?.success === true) this.#written.push(commentId);
      await delay(answer === undefined ? 50 : 5);
    }
  }
}

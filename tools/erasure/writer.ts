import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../installation/caller.ts";

/** Another user, who keeps writing into the threads of the erasure, and records acknowledged writes. */
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

  /** Stops writing; returns the ids of the acknowledged comments. */
  async stop(): Promise<readonly string[]> {
    this.#stopped = true;
    await this.#running;
    return this.#written;
  }

  async #write(): Promise<void> {
    for (let number = 1; !this.#stopped; number++) {
      const commentId = `w-${number}`;
      // Never every third thread, which has only the user's comments and is removed.
      const annotationId = `proof-${1 + 3 * (number % 200)}`;
      const answer = await this.#customer.tryAsk("/v2/commentannotations/comments/add", {
        organizationId: "acme",
        documentId: "proof",
        annotationId,
        commentData: [{ commentId, commentText: "w- still writing", from: { userId: "w-writer" } }],
      });
      if (Array.isArray(answer) && answer.includes(commentId)) this.#written.push(commentId);
      await delay(answer === undefined ? 50 : 5);
    }
  }
}

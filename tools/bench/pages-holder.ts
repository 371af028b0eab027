import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { HeldPages, PagesReport } from "./pages-held.ts";

/** A child process that holds pages open. */
export class PagesHolder {
  readonly #child: ChildProcess;
  /** Rejects when the process exits by itself. */
  readonly #ended: Promise<never>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, "exit").then(([code]) => {
      throw new Error(`A process that holds pages exited with the code ${code}.`);
    });
    this.#ended.catch(() => undefined);
  }

  /** Resolves when all its pages are open. */
  static async open(held: HeldPages): Promise<PagesHolder> {
    const holder = new PagesHolder(fork(join(import.meta.dirname, "pages-held.ts")));
    holder.#child.send(held);
    await holder.#said();
    return holder;
  }

  measure(): void {
    this.#child.send("measure");
  }

  report(): Promise<PagesReport> {
    this.#child.send("report");
    return this.#said<PagesReport>();
  }

  close(): void {
    this.#child.kill("SIGKILL");
  }

  async #said<Message>(): Promise<Message> {
    const [message] = await Promise.race([once(this.#child, "message") as Promise<[Message]>, this.#ended]);
    return message;
  }
}

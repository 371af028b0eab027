import { PollLoop } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import type { Ending } from "./audit-log.ts";

// The workspace service closes an unfinished record after some minutes: older outcomes need not be kept.
const mostKept = 10_000;
const restMs = 1_000;

/**
 * Outcomes of acts that could not be written at once, to be written as soon as the workspace service responds again. A process that ends
 * loses them: their records say `unknown`.
 */
export class LateOutcomes {
  readonly #host: Host;
  readonly #waiting: Ending[] = [];
  #write: ((ending: Ending) => Promise<void>) | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  add(ending: Ending, error: unknown): void {
    const { workspaceId, recordId } = ending;
    this.#host.log.warn(
      { err: error, workspaceId, recordId },
      "The outcome of an act could not be written into the audit log; it will be tried again.",
    );
    if (this.#waiting.length < mostKept) this.#waiting.push(ending);
  }

  /** Writes the outcomes with `write` while the process runs, and once more when it stops. */
  writeWith(write: (ending: Ending) => Promise<void>): void {
    this.#write = write;
    const loop = new PollLoop(this.#host.log, "Writing late outcomes into the audit log", async () => {
      await this.#flush();
      return { ms: restMs, interruptible: false };
    });
    this.#host.onStart(async () => loop.start());
    this.#host.onStop(async () => {
      await loop.stop();
      await this.#flush().catch((error: unknown) =>
        this.#host.log.warn({ err: error }, "Outcomes of acts could not be written at shutdown and are lost."),
      );
    });
  }

  async #flush(): Promise<void> {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      await this.#write?.(first);
      this.#waiting.shift();
    }
  }
}

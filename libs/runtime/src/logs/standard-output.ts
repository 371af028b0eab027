import { writeSync } from "node:fs";

const writtenTogether = 8 * 1024;
const flushEveryMs = 100;
const mostBytes = 4 * 1024 * 1024;
const exitWithinMs = 500;

/**
 * Log lines on their way to standard output. They are written together within a tenth of a second, and never waited for: a stalled reader
 * of the pipe blocks no request. Beyond 4 MB of unwritten lines, further lines are dropped and counted, and the log says how many once it
 * is read again. Unwritten lines are written when the process ends, within half a second.
 */
export class StandardOutput {
  #lines: string[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;
  #untold = 0;

  constructor() {
    // The reader is gone: nobody is left to report to.
    process.stdout.on("error", () => undefined);
    process.once("exit", () => this.#finish());
  }

  /** Lines that were dropped since the process started. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#bytes + line.length > mostBytes) {
      this.#dropped++;
      this.#untold++;
      return;
    }
    this.#lines.push(line);
    this.#bytes += line.length;
    if (this.#bytes >= writtenTogether) this.flush();
    else this.#flushSoon();
  }

  /** Writes the buffered lines, unless the reader has not taken the previous chunk yet: then they follow when it has. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#bytes === 0) return;
    if (process.stdout.writableLength > 0) this.#flushSoon();
    else process.stdout.write(this.#take());
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => this.flush(), flushEveryMs).unref();
  }

  #take(): string {
    const text = this.#lines.join("") + this.#droppedLine();
    this.#lines = [];
    this.#bytes = 0;
    return text;
  }

  // Written after the buffered lines, because the dropped lines came later.
  #droppedLine(): string {
    const lines = this.#untold;
    this.#untold = 0;
    const msg = "Log lines were dropped: the reader had stalled.";
    return lines === 0 ? "" : `${JSON.stringify({ level: "warn", time: new Date().toISOString(), lines, msg })}\n`;
  }

  // If the reader took only a part of a chunk, the rest cannot be written from here, and nothing after it would be readable.
  #finish(): void {
    if (process.stdout.writableLength > 0) return;
    let rest = Buffer.from(this.#take());
    const endsAtMs = performance.now() + exitWithinMs;
    while (rest.length > 0 && performance.now() < endsAtMs) {
      try {
        rest = rest.subarray(writeSync(1, rest));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      }
    }
  }
}

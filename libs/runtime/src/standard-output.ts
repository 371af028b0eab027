import { writeSync } from "node:fs";

const writtenTogether = 8 * 1024;
const flushEveryMs = 100;
const mostBytes = 4 * 1024 * 1024;
const exitWithinMs = 500;

/**
 * Log lines on their way to standard output, written together within a tenth of a second and never waited for: a reader of the pipe that stands still
 * stops no request. Beyond 4 MB that wait, lines are dropped and counted, and the log says how many once it is read again. What waits when the process ends
 * is written then, for half a second at most.
 */
export class StandardOutput {
  #lines: string[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;
  #untold = 0;

  constructor() {
    // The reader has gone: nobody is left to tell.
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

  /** Hands over what waits, unless the reader has not taken what came before: then it follows when it has. */
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

  // Behind the lines that waited: those that were dropped came after them.
  #droppedLine(): string {
    const lines = this.#untold;
    this.#untold = 0;
    const msg = "Log lines were dropped: what reads them stood still.";
    return lines === 0 ? "" : `${JSON.stringify({ level: "warn", time: new Date().toISOString(), lines, msg })}\n`;
  }

  // A chunk that the reader took in part only cannot be gone on with from here; behind it nothing would be readable.
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

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { hearWarnings } from "@parley/testing/programs";
import { endWithUs } from "../end-with-us.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

interface ProgramOptions {
  readonly name: string;
  /** The script for this Node. */
  readonly script: string;
  readonly environment: Environment;
  /** The file for its output, or a function for each line: reading the output costs time that a load may need. */
  readonly output: string | ((line: string) => void);
  /** The ops port to probe for readiness, for a program whose log level hides the ready line. */
  readonly opsPort?: number;
  /** Called when the program ended by itself; it is then started again. Without this function it stays ended. */
  readonly onCrash?: (how: string, wasReady: boolean) => void;
  /** Called after every start, including restarts. */
  readonly onStart?: () => void;
}

/** The log line that marks a program as ready. */
interface ReadyLine {
  readonly msg: "ready";
  /** Written by Parley's programs. */
  readonly opsPort?: number;
  /** Written by other servers that tools start. */
  readonly url?: string;
}

const firstRestartMs = 250;
const longestRestartMs = 5_000;
// A program that lived this long did not fail to start.
const settledMs = 10_000;
const stopWithinMs = 30_000;
const readyWithinMs = 400_000;
const lookedEveryMs = 5;
const askedEveryMs = 50;
const shownOfLog = 2_000;

/** A Node program in its own process. It is ready when it writes one JSON line with `"msg":"ready"`, or when its ops port says so. */
export class Program {
  readonly #options: ProgramOptions;
  #child: ChildProcess | undefined;
  #isWanted = false;
  #restartMs = firstRestartMs;
  #restart: NodeJS.Timeout | undefined;
  #ready: ReadyLine | undefined;
  #readyMs = Number.NaN;
  #startedMs = Number.NaN;
  /** The position in the file where the output of the last start begins. */
  #logFrom = 0;

  constructor(options: ProgramOptions) {
    this.#options = options;
    // The program has its own process group and would outlive us.
    endWithUs(() => this.#child?.kill("SIGKILL"));
  }

  /** Starts a program and waits until it is ready. */
  static async start(options: ProgramOptions): Promise<Program> {
    const program = new Program(options);
    program.start();
    await program.ready();
    return program;
  }

  get name(): string {
    return this.#options.name;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The signal that ended it, if any. */
  get endedBy(): NodeJS.Signals | null {
    return this.#child?.signalCode ?? null;
  }

  /** The time from its last start to its ready line, as observed by `ready`. */
  get readyMs(): number {
    return this.#readyMs;
  }

  /** The URL in its ready line; empty without one. */
  get url(): string {
    return this.#ready?.url ?? "";
  }

  start(more: Environment = {}): void {
    const { script, environment, output, onStart } = this.#options;
    this.#isWanted = true;
    this.#ready = undefined;
    if (typeof output === "string") this.#logFrom = existsSync(output) ? statSync(output).size : 0;
    const log = typeof output === "string" ? openSync(output, "a") : "pipe";
    this.#startedMs = performance.now();
    const env = { PATH: process.env.PATH, ...environment, ...more };
    // A separate group: a terminal's Ctrl-C is for us, and we stop all programs in order.
    const child = spawn(process.execPath, [script], { env, detached: true, stdio: ["ignore", log, "pipe"] });
    if (typeof log === "number") closeSync(log);
    this.#child = child;
    this.#listen(child);
    const startedMs = this.#startedMs;
    child.once("exit", (code, signal) => this.#ended(code, signal, performance.now() - startedMs));
    onStart?.();
  }

  /** Resolves when the program is ready; fails when it has ended for good or takes too long. */
  async ready(withinMs = readyWithinMs): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (!(await this.#isReady())) {
      if (this.hasEnded && !this.#restarts) throw new Error(`${this.name} ended before it was ready.${this.#lastWords()}`);
      if (performance.now() > deadline) throw new Error(`${this.name} was not ready within ${withinMs} ms.${this.#lastWords()}`);
      await delay(this.#isQuiet ? askedEveryMs : lookedEveryMs);
    }
  }

  /** Sends a signal that does not end the program: SIGSTOP or SIGCONT. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it permanently, or until `start`: gracefully, or like a power cut. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    this.#isWanted = false;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child === undefined || this.hasEnded) return;
    const exited = once(child, "exit");
    child.kill(signal);
    // A frozen program would not receive the signal.
    child.kill("SIGCONT");
    const tooLong = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    await exited;
    clearTimeout(tooLong);
  }

  get #restarts(): boolean {
    return this.#isWanted && this.#options.onCrash !== undefined;
  }

  #listen(child: ChildProcess): void {
    const { output } = this.#options;
    if (typeof output === "string") {
      hearWarnings(child);
      child.stderr?.on("data", (chunk: Buffer) => appendFileSync(output, chunk));
      return;
    }
    for (const input of [child.stdout, child.stderr]) if (input !== null) createInterface({ input }).on("line", output);
  }

  async #isReady(): Promise<boolean> {
    if (this.hasEnded || !(this.#isQuiet || this.#hasSaidSo())) return false;
    const opsPort = this.#options.opsPort ?? this.#ready?.opsPort;
    return opsPort === undefined || isReadyAt(opsPort);
  }

  get #isQuiet(): boolean {
    return this.#options.opsPort !== undefined;
  }

  #hasSaidSo(): boolean {
    if (this.#ready !== undefined) return true;
    // Complete lines only.
    const line = this.#written().split("\n").slice(0, -1).find(isReadyLine);
    if (line === undefined) return false;
    this.#ready = JSON.parse(line);
    this.#readyMs = performance.now() - this.#startedMs;
    return true;
  }

  #written(): string {
    const { output } = this.#options;
    return typeof output === "string" ? readFileSync(output).subarray(this.#logFrom).toString() : "";
  }

  #lastWords(): string {
    const words = this.#written().slice(-shownOfLog);
    return words === "" ? "" : ` It wrote:\n${words}`;
  }

  #ended(code: number | null, signal: NodeJS.Signals | null, livedMs: number): void {
    const { onCrash } = this.#options;
    if (!this.#isWanted) return;
    const wasReady = this.#hasSaidSo();
    if (onCrash === undefined) {
      // A kill is known to its caller, and a failed start is reported by `ready`.
      if (signal === null && wasReady) console.error(`${this.name} ended by itself with code ${code}.${this.#lastWords()}`);
      return;
    }
    this.#restartMs = livedMs > settledMs ? firstRestartMs : Math.min(longestRestartMs, this.#restartMs * 2);
    onCrash(signal === null ? `with code ${code}` : `by ${signal}`, wasReady);
    this.#restart = setTimeout(() => this.start(), this.#restartMs);
  }
}

function isReadyLine(line: string): boolean {
  return line.includes('"msg":"ready"');
}

async function isReadyAt(opsPort: number): Promise<boolean> {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${opsPort}/readyz`, { signal: AbortSignal.timeout(1_000) });
    return ok;
  } catch {
    return false;
  }
}

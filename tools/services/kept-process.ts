import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { endWithUs } from "../end-with-us.ts";

interface KeptProcessOptions {
  readonly name: string;
  /** The program, for this Node. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly opsPort: number;
  readonly onLine: (line: string) => void;
  /** It runs, for the first time or again. */
  readonly onStart?: () => void;
  /** It ended without having been asked to, and will be started again. */
  readonly onCrash: (how: string) => void;
}

const firstRestartMs = 250;
const longestRestartMs = 5_000;
// A program that lived this long has not failed to start.
const settledMs = 10_000;
const stopWithinMs = 30_000;

/** A program that is started again whenever it ends by itself. */
export class KeptProcess {
  readonly #options: KeptProcessOptions;
  #child: ChildProcess | undefined;
  #wanted = false;
  #restartMs = firstRestartMs;
  #restart: NodeJS.Timeout | undefined;

  constructor(options: KeptProcessOptions) {
    this.#options = options;
    // It is in its own process group and would outlive us.
    endWithUs(() => this.#child?.kill("SIGKILL"));
  }

  get name(): string {
    return this.#options.name;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    const { script, environment, onLine } = this.#options;
    this.#wanted = true;
    // A separate group: a terminal's Ctrl-C is for us, who stop all in their order.
    const child = spawn(process.execPath, [script], { env: environment, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on("line", onLine);
    const startedMs = performance.now();
    child.once("exit", (code, signal) => this.#ended(code, signal, performance.now() - startedMs));
    this.#options.onStart?.();
  }

  /** Resolves when it says that it is ready; fails when it has ended or takes too long. */
  async ready(withinMs: number): Promise<void> {
    const child = this.#child;
    const deadline = performance.now() + withinMs;
    while (!(await isReady(this.#options.opsPort))) {
      if (hasEnded(child)) throw new Error(`${this.name} ended before it was ready.`);
      if (performance.now() > deadline) throw new Error(`${this.name} was not ready within ${withinMs} ms.`);
      await delay(50);
    }
  }

  /** For SIGSTOP and SIGCONT: it stays wanted. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it permanently, or until `start`: in order, or as a power cut would. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    this.#wanted = false;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child === undefined || hasEnded(child)) return;
    const exited = once(child, "exit");
    child.kill(signal);
    // One that was frozen would never hear it.
    child.kill("SIGCONT");
    const tooLong = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    await exited;
    clearTimeout(tooLong);
  }

  #ended(code: number | null, signal: NodeJS.Signals | null, livedMs: number): void {
    if (!this.#wanted) return;
    this.#restartMs = livedMs > settledMs ? firstRestartMs : Math.min(longestRestartMs, this.#restartMs * 2);
    this.#options.onCrash(signal === null ? `with code ${code}` : `by ${signal}`);
    this.#restart = setTimeout(() => this.start(), this.#restartMs);
  }
}

function hasEnded(child: ChildProcess | undefined): boolean {
  return child === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function isReady(opsPort: number): Promise<boolean> {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${opsPort}/readyz`, { signal: AbortSignal.timeout(1_000) });
    return ok;
  } catch {
    return false;
  }
}

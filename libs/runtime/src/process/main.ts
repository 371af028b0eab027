import { constants } from "node:os";
import type { Module } from "../module/module.ts";
import { asksToServe, runCommandLine } from "./command-line.ts";
import { releaseStartMemory } from "./heap.ts";
import { runProcess } from "./process.ts";

/**
 * The main program of a service: `main.js` serves until SIGTERM or SIGINT; `main.js <command>` runs one command and ends (`--help` lists
 * them). A second signal ends the process at once. Exit code 1 when it could not start or failed.
 */
export async function main(modules: readonly Module[]): Promise<void> {
  const words = process.argv.slice(2);
  // Handled from the first moment: as the first process of a container it would otherwise ignore signals.
  const signals = obeySignals();
  try {
    if (asksToServe(words)) await serve(modules, signals);
    else process.stdout.write(`${await runCommandLine(modules, words, process.env)}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

async function serve(modules: readonly Module[], signals: Signals): Promise<void> {
  const running = await runProcess(modules);
  signals.stopBy(() => running.stop());
  const { rpcPorts, addresses, opsPort } = running;
  running.log.info({ rpcPorts: Object.fromEntries(rpcPorts), addresses: Object.fromEntries(addresses), opsPort }, "ready");
  running.log.flush();
  releaseStartMemory();
}

export interface Signals {
  /** From now on a signal runs `stop` before the process ends. */
  stopBy(stop: () => Promise<void>): void;
}

/**
 * Ends the process on a signal: the first stops it in order, the second at once. Until `stopBy` is called, for example while the process
 * waits for its database, the first signal ends it at once with a signal's exit code; the next start completes half-done work.
 */
export function obeySignals(): Signals {
  let stop: (() => Promise<void>) | undefined;
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    if (stop === undefined) process.exit(128 + constants.signals[signal]);
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${explain(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  return {
    stopBy: (inOrder) => {
      stop = inOrder;
    },
  };
}

// An error that an operator can correct is one sentence; only a bug shows its stack.
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE" && "port" in error)
    return `The port ${error.port} is in use by another program. Free it, or choose another port.`;
  return error.name === "Error" || error.name === "TypeError" ? (error.stack ?? error.message) : error.message;
}

import { setTimeout as delay } from "node:timers/promises";

/** A signal that Ctrl-C or SIGTERM aborts. A second Ctrl-C ends the program at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  process.once("SIGTERM", () => controller.abort());
  return controller.signal;
}

/** Repeats work with pauses until the signal, which ends the pause but not the work. */
export async function repeatedly(signal: AbortSignal, restMs: number, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await delay(restMs, undefined, { signal }).catch(() => undefined);
  }
}

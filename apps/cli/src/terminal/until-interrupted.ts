import { setTimeout as delay } from "node:timers/promises";

/** A signal that Ctrl-C, or being told to end, aborts. The second Ctrl-C ends the program at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  process.once("SIGTERM", () => controller.abort());
  return controller.signal;
}

/** Does something again and again, with a rest in between, until the signal; that ends the rest, not what is being done. */
export async function repeatedly(signal: AbortSignal, restMs: number, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await delay(restMs, undefined, { signal }).catch(() => undefined);
  }
}

import { setTimeout as delay } from "node:timers/promises";

/**
 * Waits until the check returns something other than false or undefined; fails with the last error or a time-out. The time-out is long,
 * because only a real failure should reach it, not a starved machine.
 */
export async function until<Result>(
  check: () => Promise<Result | false | undefined> | Result | false | undefined,
  timeoutMs = 30_000,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await check();
    if (result !== false && result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`The condition did not come true within ${timeoutMs} ms: ${check}`);
    await delay(20);
  }
}

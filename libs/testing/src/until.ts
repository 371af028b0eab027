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

/** Stands for a value that `beforeAll` creates: its properties are read when they are used. */
export function later<Value extends object>(find: () => Value | undefined): Value {
  return new Proxy({} as Value, {
    get(_, property) {
      const value = find();
      if (value === undefined) throw new Error(`${String(property)} is not known before the first test.`);
      const read = Reflect.get(value, property);
      return typeof read === "function" ? read.bind(value) : read;
    },
    set: (_, property, changed) => {
      const value = find();
      return value !== undefined && Reflect.set(value, property, changed);
    },
  });
}

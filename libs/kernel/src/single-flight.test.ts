import { expect, test } from "vitest";
import { currentContext, remainingMs, runWithContext } from "./request-context.ts";
import { SingleFlight } from "./single-flight.ts";

test("a caller who comes while the work runs gets its result; a later caller starts it again", async () => {
  const flight = new SingleFlight<number>(15_000);
  const held = Promise.withResolvers<void>();
  let times = 0;
  const work = async () => {
    const time = ++times;
    await held.promise;
    return time;
  };

  const asked = [flight.do("a", work), flight.do("a", work), flight.do("b", work)];
  held.resolve();

  expect(await Promise.all(asked)).toEqual([1, 1, 2]);
  expect(await flight.do("a", work)).toBe(3);
});

test("work that failed is started again for the next caller", async () => {
  const flight = new SingleFlight<string>(15_000);
  const failing = async () => {
    throw new Error("No.");
  };

  await expect(flight.do("a", failing)).rejects.toThrow("No.");

  expect(await flight.do("a", async () => "done")).toBe("done");
});

test("shared work has its own deadline and outlives the request that started it", async () => {
  const flight = new SingleFlight<void>(15_000);
  const first = { requestId: "r", deadlineMs: performance.now() + 10, signal: AbortSignal.abort(), traced: false };
  const seen: { leftMs: number; gone: boolean | undefined }[] = [];

  await runWithContext(first, () =>
    flight.do("a", async () => {
      seen.push({ leftMs: remainingMs(60_000), gone: currentContext()?.signal.aborted });
    }),
  );

  expect(seen).toEqual([{ leftMs: expect.any(Number), gone: false }]);
  expect(seen[0]?.leftMs).toBeGreaterThan(5_000);
});

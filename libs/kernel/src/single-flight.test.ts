import { expect, test } from "vitest";
import { currentContext, remainingMs, runWithContext } from "./request-context.ts";
import { SingleFlight } from "./single-flight.ts";

test("who asks while the work is under way gets its result; afterwards it is done again", async () => {
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

test("work that failed is done again for whoever asks next", async () => {
  const flight = new SingleFlight<string>(15_000);
  const failing = async () => {
    throw new Error("No.");
  };

  await expect(flight.do("a", failing)).rejects.toThrow("No.");

  expect(await flight.do("a", async () => "done")).toBe("done");
});

test("what is done for several has a time and a caller of its own: the one that asks first may end before the others", async () => {
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

import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { YieldingStrangers } from "./yielding-strangers.ts";

const open = { destroyed: false };

/** Strangers' requests that note in which turn of the event loop they were served. */
function strangersWith(isBusy: () => boolean) {
  const strangers = new YieldingStrangers(isBusy);
  const served: string[] = [];
  return { served, enter: (name: string, request = open) => strangers.enter(request, () => void served.push(name)) };
}

test("strangers are served one in a turn of the event loop, in the order of their requests", async () => {
  const { served, enter } = strangersWith(() => false);

  for (const name of ["a", "b", "c"]) enter(name);

  expect(served).toEqual(["a"]);
  await setImmediate();
  expect(served).toEqual(["a", "b"]);
  await setImmediate();
  expect(served).toEqual(["a", "b", "c"]);
});

test("while requests of known callers are running, strangers are served one in a millisecond, and none is left waiting", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { served, enter } = strangersWith(() => true);
  for (let n = 0; n < 50; n++) enter(String(n));

  await vi.advanceTimersByTimeAsync(20);

  expect(served.length).toBeGreaterThan(15);
  expect(served.length).toBeLessThanOrEqual(21);
  await vi.advanceTimersByTimeAsync(40);
  expect(served.length).toBe(50);
});

test("a stranger who has disconnected is not served", async () => {
  const { served, enter } = strangersWith(() => false);
  enter("first");
  enter("gone", { destroyed: true });
  enter("last");

  await vi.waitFor(() => expect(served).toEqual(["first", "last"]));
});

test("a stranger who comes after all others have been served is served at once", async () => {
  const { served, enter } = strangersWith(() => false);
  enter("first");
  await delay(5);

  enter("next");

  expect(served).toEqual(["first", "next"]);
});

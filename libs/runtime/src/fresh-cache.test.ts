import { expect, test } from "vitest";
import { FreshCache } from "./fresh-cache.ts";

function harness(answers: (calls: number) => Promise<string | undefined>) {
  const state = { nowMs: 1_000, calls: 0 };
  const cache = new FreshCache<string>({ max: 10, usableMs: 4_500, renewAfterMs: 2_000, now: () => state.nowMs });
  return { state, get: () => cache.get("key", () => answers(++state.calls)) };
}

test("requests that arrive together ask once", async () => {
  const { state, get } = harness(async () => "open");

  expect(await Promise.all([get(), get(), get()])).toEqual(["open", "open", "open"]);
  expect(state.calls).toBe(1);
});

test("what has changed is known within 5 s, however busy the key is", async () => {
  const { state, get } = harness(async (calls) => (calls === 1 ? "open" : "closed"));
  await get();

  const seen: (string | undefined)[] = [];
  for (; state.nowMs <= 6_000; state.nowMs += 500) seen.push(await get());

  expect(seen.slice(0, 3)).toEqual(["open", "open", "open"]);
  expect(seen.at(-1)).toBe("closed");
});

test("while the answer cannot be had a known one serves 4.5 s and then the request fails", async () => {
  const { state, get } = harness(async (calls) => {
    if (calls > 1) throw new Error("no answer");
    return "open";
  });
  await get();

  state.nowMs += 4_400;
  expect(await get()).toBe("open");
  state.nowMs += 200;
  await expect(get()).rejects.toThrow("no answer");
});

test("an answer that arrives late counts from when it was asked for", async () => {
  const slow = Promise.withResolvers<string>();
  const { state, get } = harness((calls) => (calls === 1 ? slow.promise : Promise.resolve("new")));
  const first = get();
  state.nowMs += 4_600;
  slow.resolve("old");
  await first;

  expect(await get()).toBe("new");
});

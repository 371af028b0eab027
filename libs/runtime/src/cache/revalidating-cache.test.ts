import { currentContext, runWithContext } from "@parley/kernel";
import { expect, test } from "vitest";
import { RevalidatingCache } from "./revalidating-cache.ts";

function harness(answers: (calls: number) => Promise<string | undefined>) {
  const state = { nowMs: 1_000, calls: 0 };
  const cache = new RevalidatingCache<string>({ max: 10, maxAgeMs: 4_500, revalidateAfterMs: 2_000, now: () => state.nowMs });
  return { state, cache, get: () => cache.get("key", () => answers(++state.calls)) };
}

test("requests that arrive together load a value once", async () => {
  const { state, get } = harness(async () => "open");

  expect(await Promise.all([get(), get(), get()])).toEqual(["open", "open", "open"]);
  expect(state.calls).toBe(1);
});

test("a change is known within 5 s, however busy the key is", async () => {
  const { state, get } = harness(async (calls) => (calls === 1 ? "open" : "closed"));
  await get();

  const seen: (string | undefined)[] = [];
  for (; state.nowMs <= 6_000; state.nowMs += 500) seen.push(await get());

  expect(seen.slice(0, 3)).toEqual(["open", "open", "open"]);
  expect(seen.at(-1)).toBe("closed");
});

test("while a value cannot be loaded, the known one serves for 4.5 s and then requests fail", async () => {
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

test("the age of a value that arrives late counts from its request", async () => {
  const slow = Promise.withResolvers<string>();
  const { state, get } = harness((calls) => (calls === 1 ? slow.promise : Promise.resolve("new")));
  const first = get();
  state.nowMs += 4_600;
  slow.resolve("old");
  await first;

  expect(await get()).toBe("new");
});

test("an invalidated value is loaded again at once, even when the old one was on its way", async () => {
  const cache = new RevalidatingCache<string>({ max: 10, maxAgeMs: 4_500, revalidateAfterMs: 2_000, now: () => 1_000 });
  await cache.get("pk_1\0document", async () => "old");
  await cache.get("pk_2\0document", async () => "old");

  cache.invalidate("pk_1");

  expect(await cache.get("pk_1\0document", async () => "new")).toBe("new");
  expect(await cache.get("pk_2\0document", async () => "new")).toBe("old");
});

test("a request that is aborted or has little time does not end the load for the others that wait", async () => {
  const answer = Promise.withResolvers<string>();
  const cache = new RevalidatingCache<string>({ max: 10, maxAgeMs: 4_500, revalidateAfterMs: 2_000 });
  const gone = new AbortController();
  const ask = async () => {
    const { signal } = currentContext() ?? {};
    const aborted = new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    return Promise.race([answer.promise, aborted]);
  };
  const asking = (deadlineMs: number, signal: AbortSignal) =>
    runWithContext({ requestId: "r", deadlineMs: performance.now() + deadlineMs, signal, traced: false }, () => cache.get("key", ask));

  const first = asking(10_000, gone.signal);
  const hurried = asking(1, AbortSignal.timeout(10_000));
  const second = asking(10_000, AbortSignal.timeout(10_000));
  gone.abort();

  await expect(first).rejects.toMatchObject({ kind: "deadline_exceeded" });
  await expect(hurried).rejects.toMatchObject({ kind: "deadline_exceeded" });
  answer.resolve("open");
  expect(await second).toBe("open");
});

test("a request whose deadline has passed loads nothing", async () => {
  const { state, get } = harness(async () => {
    throw new Error("the other service is away");
  });
  const call = { requestId: "late", deadlineMs: performance.now() - 1, signal: new AbortController().signal, traced: false };

  await expect(runWithContext(call, get)).rejects.toMatchObject({ kind: "deadline_exceeded" });

  expect(state.calls).toBe(0);
});

test("peek returns a fresh value, and none that is old, invalidated or unknown", async () => {
  const { state, cache, get } = harness(async () => "open");
  expect(cache.peek("key")).toBeUndefined();
  await get();
  expect(cache.peek("key")).toBe("open");

  state.nowMs += 4_500;
  expect(cache.peek("key")).toBeUndefined();
  await get();
  cache.invalidate("key");
  expect(cache.peek("key")).toBeUndefined();
  expect(state.calls).toBe(2);
});

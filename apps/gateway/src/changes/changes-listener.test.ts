import type { ChangesNews } from "@parley/contracts/changes-news";
import type { OutageLog } from "@parley/runtime";
import { expect, test, vi } from "vitest";
import { ChangesListener } from "./changes-listener.ts";

const nothing: ChangesNews = { places: [], isAnywhere: false };
const news: ChangesNews = { places: [{ organizationId: "acme", documentId: "welcome", actionType: "comment.add" }], isAnywhere: false };

/** A listener and its calls, each of which announces changes, ends or fails as the test says. */
function stage() {
  const calls: { tell: (news: ChangesNews) => void; end: () => void; fail: (error: Error) => void; signal: AbortSignal | undefined }[] = [];
  const listenForChanges = (_request: object, { signal }: { readonly signal?: AbortSignal }) => {
    let controller: ReadableStreamDefaultController<ChangesNews> | undefined;
    const stream = new ReadableStream<ChangesNews>({
      start: (of) => {
        controller = of;
      },
    });
    signal?.addEventListener("abort", () => controller?.error(signal.reason), { once: true });
    calls.push({
      tell: (told) => controller?.enqueue(told),
      end: () => controller?.close(),
      fail: (error) => controller?.error(error),
      signal,
    });
    return stream;
  };
  const outage = { failed: vi.fn(), over: vi.fn() };
  const onEnd = vi.fn();
  const client = { listenForChanges } as never;
  const listener = new ChangesListener({ client, apiKeyId: "pk_1", outage: outage as unknown as OutageLog, onEnd });
  const follower = () => {
    const follower = { hear: vi.fn(), end: vi.fn(() => listener.remove(follower)) };
    listener.add(follower);
    return follower;
  };
  return { listener, follower, calls, outage, onEnd };
}

test("all followers share one call, which ends with the last of them", async () => {
  const { listener, follower, calls, onEnd } = stage();
  const first = follower();
  const second = follower();
  expect(calls).toHaveLength(1);
  listener.remove(first);
  expect(calls[0]?.signal?.aborted).toBe(false);

  listener.remove(second);

  expect(calls[0]?.signal?.aborted).toBe(true);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test("the first announcement makes every follower read, because changes may have preceded it; later ones name the places", async () => {
  const { listener, follower, calls } = stage();
  const { hear } = follower();
  expect(listener.isHearing).toBe(false);
  calls[0]?.tell(nothing);
  await vi.waitFor(() => expect(listener.isHearing).toBe(true));
  expect(hear.mock.calls).toEqual([[{ places: [], isAnywhere: true }]]);

  calls[0]?.tell(news);

  await vi.waitFor(() => expect(hear).toHaveBeenLastCalledWith(news));
  expect(listener.heard).toBe(2);
});

test("after a failed call all followers read and poll until the next call succeeds", async () => {
  const { listener, follower, calls, outage } = stage();
  const { hear } = follower();
  calls[0]?.tell(nothing);
  await vi.waitFor(() => expect(listener.isHearing).toBe(true));
  calls[0]?.fail(new Error("broken"));
  await vi.waitFor(() => expect(outage.failed).toHaveBeenCalled());
  expect([listener.isHearing, hear.mock.calls.length]).toEqual([false, 2]);

  await vi.waitFor(() => expect(calls).toHaveLength(2), 5_000);
  calls[1]?.tell(nothing);

  await vi.waitFor(() => expect(listener.isHearing).toBe(true));
  expect(hear).toHaveBeenLastCalledWith({ places: [], isAnywhere: true });
});

test("a stopping service ends all followers", async () => {
  const { follower, calls, onEnd } = stage();
  const followers = [follower(), follower()];
  calls[0]?.tell(nothing);
  calls[0]?.end();

  await vi.waitFor(() => expect(onEnd).toHaveBeenCalled());
  for (const { end } of followers) expect(end).toHaveBeenCalledTimes(1);
});

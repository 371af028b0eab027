import type { Database } from "@parley/database";
import type { Host } from "@parley/runtime";
import { afterEach, expect, test, vi } from "vitest";
import { FeedWatch } from "./feed-watch.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A watch over a feed with one change of one document, available as soon as the horizon moves. */
async function watchOver(change: { readonly apiKeyId: string; readonly organizationId: string; readonly documentId: string }) {
  const feed = { horizon: 10, looks: 0, isCut: false };
  const database = {
    row: async () => {
      feed.looks++;
      return { tag: "t", horizon: feed.horizon, isHeld: false };
    },
    rows: async () => {
      if (feed.isCut) throw new Error("A server does not answer.");
      return feed.horizon > 10 ? [{ ...change, position: 10, actionType: "comment.add" }] : [];
    },
    spreads: true,
  };
  const host = {
    log: { warn: () => undefined, info: () => undefined },
    metrics: { registerMetric: () => undefined },
    onStart: (start: () => Promise<void>) => stops.push(start),
    onDrain: () => undefined,
    onStop: (stop: () => Promise<void>) => stops.push(stop),
  };
  const watch = new FeedWatch(host as unknown as Host, database as unknown as Database);
  await stops.shift()?.();
  const wait = (documentId: string) =>
    watch.wait({ apiKeyId: "pk_1", organizationId: "acme", documentId, actionTypes: [] }, 10, 10_000, gone.signal);
  const gone = new AbortController();
  return { feed, wait, gone };
}

test("a change wakes readers of its document and no others", async () => {
  const { feed, wait, gone } = await watchOver({ apiKeyId: "pk_1", organizationId: "acme", documentId: "welcome" });
  const concerned = wait("welcome");
  const other = wait("roadmap");
  feed.horizon = 11;

  expect(await concerned).toMatchObject({ news: { places: [{ documentId: "welcome" }] }, from: 11 });
  const seen = feed.looks;
  await vi.waitFor(() => expect(feed.looks).toBeGreaterThan(seen + 1), 5_000);
  gone.abort();
  // The other reader knows that there was a change and need not query for it again.
  expect(await other).toEqual({ news: undefined, passed: true, from: 11 });
});

test("when the horizon goes back, as on another server, all readers read again", async () => {
  const { feed, wait } = await watchOver({ apiKeyId: "pk_2", organizationId: "acme", documentId: "welcome" });
  const waiting = wait("roadmap");
  feed.horizon = 9;

  expect(await waiting).toMatchObject({ news: { isAnywhere: true }, from: 9 });
});

test("when one of several servers does not answer, readers are woken to read for themselves", async () => {
  const { feed, wait } = await watchOver({ apiKeyId: "pk_1", organizationId: "acme", documentId: "welcome" });
  feed.isCut = true;
  const waiting = wait("welcome");
  feed.horizon = 11;

  expect(await waiting).toMatchObject({ news: { isAnywhere: true } });
});

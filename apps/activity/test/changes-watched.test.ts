import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Feed, startFeed } from "./feed.ts";

let feed: Feed;

beforeAll(async () => {
  feed = await startFeed();
});

afterAll(() => feed?.[Symbol.asyncDispose]());

describe("streams", () => {
  /** Reads a stream until it has returned the given number of pages. */
  async function watched(apiKeyId: string, pages: number, request: object, onFirst: () => Promise<unknown>) {
    const gone = new AbortController();
    const told = [];
    try {
      for await (const page of feed.activity.administration.watchChanges(
        { apiKeyId, ...request },
        { signal: gone.signal, timeoutMs: 20_000 },
      )) {
        if (told.push(page) === 1) await onFirst();
        if (told.length === pages) break;
      }
    } finally {
      gone.abort();
    }
    return told;
  }

  test("a bookmark comes while there is no matching change, and is behind skipped changes", async () => {
    const apiKeyId = feed.freshKey();
    const filter = { organizationId: "acme", documentId: "roadmap" };
    const [first, second, third] = await watched(apiKeyId, 3, filter, () => feed.addRecords(apiKeyId, ["of another document"]));

    expect([first, second, third].map((page) => page?.changes)).toEqual([[], [], []]);
    expect(second?.nextCursor).not.toBe(first?.nextCursor);
    expect(await feed.idsNow({ apiKeyId }, second?.nextCursor ?? "")).toEqual([]);
  });

  test("an idle stream returns bookmarks", async () => {
    const pages = await watched(feed.freshKey(), 3, {}, async () => undefined);

    expect(pages.map(({ changes }) => changes)).toEqual([[], [], []]);
  });

  test("a page that has not reached the end is followed by the next at once", async () => {
    const apiKeyId = feed.freshKey();
    const written = Array.from({ length: 7 }, (_, index) => `r${index}`);
    await feed.addRecords(apiKeyId, written);
    await feed.read(7, { apiKeyId });

    const pages = await watched(apiKeyId, 4, { cursor: "start", pageSize: 2 }, async () => undefined);

    expect(pages.map(({ changes }) => changes.map(({ activityId }) => activityId))).toEqual([
      ["r0", "r1"],
      ["r2", "r3"],
      ["r4", "r5"],
      ["r6"],
    ]);
  });

  test("streams with different filters at the same cursor each receive their matching changes", async () => {
    const apiKeyId = feed.freshKey();
    await feed.addRecords(apiKeyId, ["w"]);
    await feed.addRecords(apiKeyId, ["r"], { documentId: "roadmap" });
    await feed.read(2, { apiKeyId });

    const told = await Promise.all(
      ["welcome", "roadmap"].map((documentId) =>
        watched(apiKeyId, 1, { organizationId: "acme", documentId, cursor: "start" }, async () => undefined),
      ),
    );

    expect(told.map(([page]) => page?.changes.map(({ activityId }) => activityId))).toEqual([["w"], ["r"]]);
  });

  test("the cursor of each change continues behind it", async () => {
    const apiKeyId = feed.freshKey();
    await feed.addRecords(apiKeyId, ["r1", "r2", "r3"]);
    await feed.read(3, { apiKeyId });
    const [page] = await watched(apiKeyId, 1, { cursor: "start" }, async () => undefined);

    const behind = await Promise.all((page?.changes ?? []).map(({ cursor }) => feed.idsNow({ apiKeyId }, cursor)));

    expect(behind).toEqual([["r2", "r3"], ["r3"], []]);
  });

  test("streams at the same cursor each receive every change, even when another one ends", async () => {
    const apiKeyId = feed.freshKey();
    const ended = new AbortController();
    const stays = new AbortController();
    const told: string[] = [];
    const follow = async (signal: AbortSignal, onPage: (ids: string[]) => void) => {
      for await (const { changes } of feed.activity.administration.watchChanges(
        { apiKeyId, cursor: "start" },
        { signal, timeoutMs: 20_000 },
      ))
        onPage(changes.map(({ activityId }) => activityId));
    };
    const first = follow(ended.signal, (ids) => ids.length > 0 && ended.abort()).catch(() => "ended");
    const second = follow(stays.signal, (ids) => {
      told.push(...ids);
      if (told.includes("r9")) stays.abort();
    }).catch(() => "ended");
    for (let index = 0; index < 10; index++) await feed.addRecords(apiKeyId, [`r${index}`]);

    expect(await Promise.all([first, second])).toEqual(["ended", "ended"]);
    expect(told).toEqual(Array.from({ length: 10 }, (_, index) => `r${index}`));
  });
});

describe("listening", () => {
  /**
   * Collects what the stream of an API key reports until it has named the given number of places. The stream has begun when this returns.
   */
  async function listening(apiKeyId: string, places: number) {
    const gone = new AbortController();
    const heard: { places: object[]; isAnywhere: boolean }[] = [];
    const began = Promise.withResolvers<void>();
    const done = (async () => {
      for await (const news of feed.activity.administration.listenForChanges({ apiKeyId }, { signal: gone.signal, timeoutMs: 20_000 })) {
        heard.push(news);
        began.resolve();
        if (heard.some(({ isAnywhere }) => isAnywhere) || heard.flatMap((each) => each.places).length >= places) break;
      }
      gone.abort();
      return heard;
    })();
    await began.promise;
    return { heard: done };
  }

  test("the places of changes are named once each, and nothing of another API key", async () => {
    const apiKeyId = feed.freshKey();
    const other = feed.freshKey();
    const { heard } = await listening(apiKeyId, 2);
    await feed.addRecords(other, ["of another key"], { documentId: "roadmap" });
    await feed.addRecords(apiKeyId, ["a", "b", "c"]);
    await feed.read(3, { apiKeyId });
    await feed.addRecords(apiKeyId, ["d"], { documentId: "roadmap" });

    const place = { organizationId: "acme", actionType: "custom.act" };
    expect((await heard).flatMap(({ places }) => places)).toMatchObject([
      { ...place, documentId: "welcome" },
      { ...place, documentId: "roadmap" },
    ]);
    expect((await heard)[0]).toMatchObject({ places: [], isAnywhere: false });
  });

  test("very many changes at once are announced without their places", async () => {
    const apiKeyId = feed.freshKey();
    const { heard } = await listening(apiKeyId, 1_000);
    await feed.addRecords(
      apiKeyId,
      Array.from({ length: 150 }, (_, index) => `r${index}`),
    );

    expect((await heard).at(-1)).toMatchObject({ places: [], isAnywhere: true });
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hasChromium } from "../support/chromium.ts";
import { type ClientStage, organizationId, startClientStage } from "./client-stage.ts";

let stage: ClientStage;

describe.skipIf(!hasChromium("many windows of one browser"))("many windows of one browser", () => {
  beforeAll(async () => {
    stage = await startClientStage();
    const documents = Array.from({ length: 8 }, (_, nth) => ({ documentId: `d${nth}` }));
    await stage.workspace.customer.data("/v2/organizations/documents/add", { organizationId, documents });
  }, 120_000);

  afterAll(() => stage?.stop());

  /** Opens windows of one browser, each of which follows its document. */
  async function windows(userIds: readonly string[], documentOf: (nth: number) => string) {
    const pages: Page[] = [];
    const streams: string[] = [];
    for (const [nth, userId] of userIds.entries()) {
      const page = await stage.open(userId, pages[0]);
      page.on("request", (request) => {
        if (request.url().endsWith("/changes/stream") && request.method() === "POST") streams.push(userId);
      });
      await page.evaluate(
        `window.threads = follow(client.liveThreads(${JSON.stringify({ organizationId, documentId: documentOf(nth) })}))`,
      );
      await page.waitForFunction("threads.list.getSnapshot().isLoaded", undefined, { timeout: 20_000 });
      pages.push(page);
    }
    onTestFinished(() => pages[0]?.context().close());
    return { pages, streams };
  }

  const write = (page: Page | undefined, text: string) =>
    page?.evaluate(`threads.list.addThread({ commentText: ${JSON.stringify(text)} })`);
  const shows = (page: Page, text: string) =>
    page.waitForFunction(
      `threads.list.getSnapshot().threads.some(({ comments }) => comments[0].commentText === ${JSON.stringify(text)} && !comments[0].pending)`,
      undefined,
      { timeout: 20_000 },
    );
  const state = (page: Page) =>
    page.evaluate<string>("(({ isLive, isPolled }) => (isLive ? 'live' : isPolled ? 'polled' : 'neither'))(threads.list.getSnapshot())");

  test("eight windows of two people on one document are live over two streams, and the first one can write", {
    timeout: 120_000,
  }, async () => {
    const { pages, streams } = await windows(["alice", "bob", "alice", "bob", "alice", "bob", "alice", "bob"], () => "welcome");
    await write(pages[0], "To all eight.");
    await Promise.all(pages.map((page) => shows(page, "To all eight.")));

    expect(await Promise.all(pages.map(state))).toEqual(Array(8).fill("live"));
    expect(streams).toEqual(["alice", "bob"]);
  });

  test("when the window with the stream is closed, another one takes it over and misses nothing", { timeout: 120_000 }, async () => {
    const { pages, streams } = await windows(["bob", "bob", "bob"], () => "welcome");
    const [first, second, third] = pages;
    if (first === undefined || second === undefined || third === undefined) throw new Error("Three windows were opened.");
    await second.close();
    await write(third, "While the first one leads.");
    await shows(third, "While the first one leads.");
    const alice = await stage.open("alice", third);
    await alice.evaluate(`window.threads = follow(client.liveThreads(${JSON.stringify({ organizationId, documentId: "welcome" })}))`);
    await alice.waitForFunction("threads.list.getSnapshot().isLive");
    await first.close();
    await write(alice, "At the moment of the change.");

    await shows(third, "At the moment of the change.");
    expect(streams).toEqual(["bob", "bob"]);
  });

  test("windows of more documents than a browser has connections show their threads, say that they poll, and follow what is written", {
    timeout: 120_000,
  }, async () => {
    const { pages } = await windows(["alice", "bob", "alice", "bob", "alice", "bob", "alice"], (nth) => `d${nth}`);
    await expect.poll(() => Promise.all(pages.map(state)), { timeout: 20_000 }).toEqual([...Array(5).fill("live"), "polled", "polled"]);
    const commentAnnotations = [{ annotationId: "polled", commentData: [{ from: { userId: "bob" }, commentText: "Said elsewhere." }] }];
    await stage.workspace.customer.data("/v2/commentannotations/add", { organizationId, documentId: "d6", commentAnnotations });
    const last = pages[6];
    if (last === undefined) throw new Error("Seven windows were opened.");
    await shows(last, "Said elsewhere.");
    await write(last, "Written without a stream.");
    await shows(last, "Written without a stream.");
    await pages[1]?.close();

    await expect
      .poll(async () => (await Promise.all([pages[5], last].map((page) => page && state(page)))).toSorted(), { timeout: 60_000 })
      .toEqual(["live", "polled"]);
  });
});

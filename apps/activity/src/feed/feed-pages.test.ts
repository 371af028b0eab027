import { create } from "@bufbuild/protobuf";
import { WatchChangesResponseSchema } from "@parley/contracts/activity";
import { currentContext, remainingMs, runWithContext } from "@parley/kernel";
import { expect, test } from "vitest";
import { FeedPages } from "./feed-pages.ts";

const page = { page: create(WatchChangesResponseSchema, {}), horizon: 1 };

test("who asks while a page is read gets that one; afterwards it is read again", async () => {
  const pages = new FeedPages();
  const held = Promise.withResolvers<void>();
  let reads = 0;
  const read = async () => {
    reads++;
    await held.promise;
    return page;
  };

  const asked = [pages.read("a", read), pages.read("a", read), pages.read("b", read)];
  held.resolve();

  expect(await Promise.all(asked)).toEqual([page, page, page]);
  expect(reads).toBe(2);
  await pages.read("a", read);
  expect(reads).toBe(3);
});

test("a page that could not be read is read again for whoever asks next", async () => {
  const pages = new FeedPages();
  const failing = async () => {
    throw new Error("No.");
  };

  await expect(pages.read("a", failing)).rejects.toThrow("No.");

  expect(await pages.read("a", async () => page)).toBe(page);
});

test("what is read for several has a time and a caller of its own: the one that asks first may end before the others", async () => {
  const pages = new FeedPages();
  const first = { requestId: "r", deadlineMs: performance.now() + 10, signal: AbortSignal.abort(), traced: false };
  const seen: { leftMs: number; gone: boolean | undefined }[] = [];

  await runWithContext(first, () =>
    pages.read("a", async () => {
      seen.push({ leftMs: remainingMs(60_000), gone: currentContext()?.signal.aborted });
      return page;
    }),
  );

  expect(seen).toEqual([{ leftMs: expect.any(Number), gone: false }]);
  expect(seen[0]?.leftMs).toBeGreaterThan(5_000);
});

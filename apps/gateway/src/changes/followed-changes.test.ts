import { create } from "@bufbuild/protobuf";
import { ReadChangesRequestSchema, ReadChangesResponseSchema } from "@parley/contracts/activity";
import { SingleFlight } from "@parley/kernel";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChangesListener } from "./changes-listener.ts";
import { FollowedChanges } from "./followed-changes.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const bookmarkMs = 15_000;
const of = (documentId: string) => ({ places: [{ organizationId: "acme", documentId, actionType: "comment.add" }], isAnywhere: false });

/** A follower of the document `welcome` whose first page has been read, with the reads and pages that come after it. */
async function stage({ isHearing = true } = {}) {
  const followers = new Set<FollowedChanges>();
  const listener = {
    isHearing,
    heard: 0,
    add: (follower: FollowedChanges) => followers.add(follower),
    remove: (follower: FollowedChanges) => followers.delete(follower),
  };
  const written: string[] = [];
  const readChanges = vi.fn(async ({ cursor }: { readonly cursor: string }) => {
    const begin = cursor === "now" ? written.length : Number(cursor);
    const changes = written.slice(begin).map((changeId) => ({ changeId }));
    return create(ReadChangesResponseSchema, { changes, nextCursor: String(written.length), upToDate: true });
  });
  const following = { client: { readChanges } as never, pages: new SingleFlight<never>(15_000), bookmarkMs, pollMs: 1_000 };
  const request = create(ReadChangesRequestSchema, { apiKeyId: "pk_1", organizationId: "acme", documentId: "welcome", cursor: "now" });
  const follow = () => new FollowedChanges(following, listener as unknown as ChangesListener, request);
  const followed = follow();
  await followed.next();
  readChanges.mockClear();
  const hear = (documentId: string) => {
    listener.heard++;
    for (const follower of followers) follower.hear(of(documentId));
  };
  return { followed, follow, followers, readChanges, written, hear };
}

test("an announced change of its own document is read and sent on; one of other documents causes no read", async () => {
  const { followed, readChanges, written, hear } = await stage();
  const next = followed.next();
  for (let times = 0; times < 20; times++) hear("roadmap");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(readChanges).not.toHaveBeenCalled();
  written.push("a");
  hear("welcome");

  expect((await next).value).toMatchObject({ changes: [{ changeId: "a" }], nextCursor: "1" });
  expect(readChanges).toHaveBeenCalledTimes(1);
});

test("while nothing happens it sends bookmarks and reads nothing", async () => {
  const { followed, readChanges } = await stage();
  const next = followed.next();
  await vi.advanceTimersByTimeAsync(bookmarkMs);

  expect((await next).value).toMatchObject({ changes: [], nextCursor: "0" });
  expect(readChanges).not.toHaveBeenCalled();
});

test("a bookmark moves past changes that the filters leave out", async () => {
  const { followed, readChanges, hear } = await stage();
  const next = followed.next();
  hear("roadmap");
  await vi.advanceTimersByTimeAsync(bookmarkMs);

  expect((await next).value).toMatchObject({ changes: [] });
  expect(readChanges).toHaveBeenCalledTimes(1);
});

test("changes that happen while a page is read are read after it", async () => {
  const { followed, readChanges, written, hear } = await stage();
  const held = Promise.withResolvers<void>();
  readChanges.mockImplementationOnce(async () => {
    await held.promise;
    return create(ReadChangesResponseSchema, { changes: [], nextCursor: "0", upToDate: true });
  });
  hear("welcome");
  const next = followed.next();
  written.push("a");
  hear("welcome");
  held.resolve();
  await vi.advanceTimersByTimeAsync(bookmarkMs);

  expect((await next).value).toMatchObject({ changes: [{ changeId: "a" }] });
});

test("a follower of an announced change does not share a read that began before it", async () => {
  const { followed, follow, readChanges, written, hear } = await stage();
  const second = follow();
  await second.next();
  const held = Promise.withResolvers<void>();
  readChanges.mockImplementationOnce(async () => {
    await held.promise;
    return create(ReadChangesResponseSchema, { changes: [], nextCursor: "0", upToDate: true });
  });
  hear("welcome");
  const first = followed.next();
  written.push("a");
  hear("welcome");
  const next = second.next();
  await vi.advanceTimersByTimeAsync(0);
  held.resolve();
  await vi.advanceTimersByTimeAsync(bookmarkMs);

  for (const told of [first, next]) expect((await told).value).toMatchObject({ changes: [{ changeId: "a" }] });
});

test("while the listener is disconnected, a follower polls", async () => {
  const { followed, written } = await stage({ isHearing: false });
  const next = followed.next();
  written.push("a");
  await vi.advanceTimersByTimeAsync(1_000);

  expect((await next).value).toMatchObject({ changes: [{ changeId: "a" }] });
});

test("a follower that has ended or failed is removed", async () => {
  const { followed, follow, followers, readChanges, hear } = await stage();
  const next = followed.next();
  followed.end();
  expect(await next).toEqual({ done: true, value: undefined });
  const failing = follow();
  readChanges.mockRejectedValueOnce(new Error("The cursor is none."));

  await expect(failing.next()).rejects.toThrow("The cursor is none.");

  hear("welcome");
  expect(followers.size).toBe(0);
  expect(await failing.next()).toEqual({ done: true, value: undefined });
});

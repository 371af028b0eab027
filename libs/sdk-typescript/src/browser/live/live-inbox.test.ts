import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { InboxEntry } from "../../gen/types.ts";
import type { ChangeStream } from "./change-stream.ts";
import { type InboxSource, LiveInbox } from "./live-inbox.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a mark stays visible when a read that began before it was stored returns", async () => {
  const { inbox, readings, marks } = stage();
  inbox.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  readings.shift()?.([entry("n1", false)]);
  await settled();

  const marked = inbox.mark(["n1"]);
  await vi.advanceTimersByTimeAsync(30_000);
  readings.shift()?.([entry("n1", false)]);
  await settled();
  expect(inbox.getSnapshot().unread).toBe(0);
  marks.shift()?.();
  await marked;

  // A read that begins after the mark was stored shows the server's state: another window has marked the entry as unread.
  await vi.advanceTimersByTimeAsync(1_000);
  readings.shift()?.([entry("n1", false)]);
  await settled();
  expect(inbox.getSnapshot().unread).toBe(1);
});

test("an older read that returns after a newer one is not shown", async () => {
  const { inbox, readings } = stage();
  inbox.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  inbox.resume();
  await vi.advanceTimersByTimeAsync(1_000);

  readings[1]?.([entry("n1", false), entry("n2", false)]);
  readings[0]?.([entry("n1", false)]);
  await settled();

  expect(inbox.getSnapshot().unread).toBe(2);
});

/** An inbox whose reads and marks the test answers. */
function stage() {
  const readings: ((data: readonly InboxEntry[]) => void)[] = [];
  const marks: (() => void)[] = [];
  const calls = {
    getInbox: () => new Promise((resolve) => void readings.push((data) => resolve({ data, nextPageToken: null }))),
    markInboxRead: () => new Promise((resolve) => void marks.push(() => resolve({ orThrow: () => undefined }))),
  } as unknown as InboxSource["calls"];
  const stream = { add: () => undefined, remove: () => undefined } as unknown as ChangeStream;
  return { readings, marks, inbox: new LiveInbox({ place: { organizationId: "acme" }, stream, calls, userId: "ada" }) };
}

function entry(notificationId: string, isRead: boolean): InboxEntry {
  return { notificationId, isRead } as InboxEntry;
}

async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

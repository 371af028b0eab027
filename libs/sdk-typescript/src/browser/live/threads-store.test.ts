import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { connectionError, errorOf } from "../../errors/errors.ts";
import type { Change, CommentAnnotation as Thread } from "../../gen/types.ts";
import type { ChangeStream } from "./change-stream.ts";
import { ThreadsStore } from "./threads-store.ts";

test("changes that arrive while the threads are read are applied to them, and a deleted thread stays deleted", async () => {
  const { store, pages, shown } = stage();
  store.begin();
  store.hear(changeOf("b", thread("b", 2, "RESOLVED")));
  store.hear(changeOf("c", null));
  store.hear(changeOf("d", thread("d", 4)));
  store.hear({ ...changeOf("elsewhere", thread("elsewhere", 5)), documentId: "roadmap" });
  pages.shift()?.(["a", "b", "c"].map((id, index) => thread(id, index + 1)));

  await vi.waitFor(() => expect(shown()).toEqual(["a OPEN", "b RESOLVED", "d OPEN"]));
});

test("a list of some statuses drops a thread that leaves them, and adds one that enters", async () => {
  const { store, pages, shown } = stage((each) => each.status.id === "OPEN");
  store.begin();
  pages.shift()?.([thread("a", 1), thread("b", 2)]);
  await vi.waitFor(() => expect(shown()).toEqual(["a OPEN", "b OPEN"]));

  store.hear(changeOf("a", thread("a", 1, "RESOLVED")));
  store.hear(changeOf("c", thread("c", 3)));

  await vi.waitFor(() => expect(shown()).toEqual(["b OPEN", "c OPEN"]));
});

test("a list holds at most a thousand threads, and says that there are more", async () => {
  const { store, pages } = stage();
  store.begin();
  pages.shift()?.(Array.from({ length: 1_001 }, (_, index) => thread(`t${index}`, index)));

  await vi.waitFor(() => expect(store.getSnapshot().isLoaded).toBe(true));
  expect([store.getSnapshot().threads.length, store.getSnapshot().hasMore]).toEqual([1_000, true]);
});

test("threads are read again after a passing failure; the list of a deleted document becomes empty", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, pages, shown } = stage();
  store.begin();
  pages.shift()?.(connectionError("There is no network.", undefined));
  await setImmediate();
  expect(store.getSnapshot()).toMatchObject({ isLoaded: false, error: expect.objectContaining({ message: "There is no network." }) });

  await vi.advanceTimersByTimeAsync(5_000);
  pages.shift()?.([thread("a", 1)]);
  await setImmediate();
  expect([shown(), store.getSnapshot().error]).toEqual([["a OPEN"], undefined]);

  store.hear({ ...changeOf("", null), annotationId: null, actionType: "document.delete" });
  pages.shift()?.(new Error("There is no such document."));
  await setImmediate();

  expect([shown(), store.getSnapshot().error]).toEqual([[], new Error("There is no such document.")]);
});

test("a list whose stream is refused for now reads at once and every ten seconds, says so, and stops when it is live", async () => {
  const { store, pages, shown, pass } = polled();
  store.interrupt(tooMany, false);
  await pass(0);
  pages.shift()?.([thread("a", 1)]);
  await setImmediate();
  expect([shown(), store.getSnapshot()]).toEqual([["a OPEN"], expect.objectContaining({ isLoaded: true, isLive: false, isPolled: true })]);

  store.interrupt(tooMany, false);
  await pass(10_000);
  pages.shift()?.([thread("a", 1), thread("b", 2)]);
  await setImmediate();
  expect(shown()).toEqual(["a OPEN", "b OPEN"]);
  store.begin();
  pages.shift()?.([thread("b", 2)]);
  await setImmediate();
  expect(store.getSnapshot()).toMatchObject({ isLive: true, isPolled: false });
  await pass(60_000);

  expect([shown(), pages]).toEqual([["b OPEN"], []]);
});

test("a list is read within ten seconds although its stream brings nothing, as behind a proxy that buffers", async () => {
  const { pages, shown, pass } = polled();
  await pass(10_000);
  pages.shift()?.([thread("a", 1)]);
  await setImmediate();

  expect(shown()).toEqual(["a OPEN"]);
});

test("a list that is interrupted for less than ten seconds reads nothing; without a network it keeps what it shows, without an error", async () => {
  const { store, pages, shown, pass } = polled();
  store.begin();
  pages.shift()?.([thread("a", 1)]);
  await setImmediate();
  store.interrupt(undefined, false);
  await pass(9_000);
  store.resume();
  await pass(60_000);
  expect(pages).toEqual([]);

  store.interrupt(undefined, false);
  await pass(10_000);
  pages.shift()?.(connectionError("There is no network.", undefined));
  await setImmediate();

  expect([shown(), store.getSnapshot()]).toEqual([
    ["a OPEN"],
    expect.objectContaining({ isLive: false, isPolled: false, error: undefined }),
  ]);
});

const tooMany = errorOf(429, JSON.stringify({ error: { status: "RESOURCE_EXHAUSTED", message: "Five streams." } }), "", undefined);

/** A list with a subscriber, whose clock the test moves. */
function polled() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const staged = stage();
  onTestFinished(staged.store.subscribe(() => undefined));
  return { ...staged, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

/** A list whose reads the test answers. */
function stage(isIn: (thread: Thread) => boolean = () => true) {
  const pages: ((answer: readonly Thread[] | Error) => void)[] = [];
  async function* read() {
    const answer = await new Promise<readonly Thread[] | Error>((resolve) => pages.push(resolve));
    if (answer instanceof Error) throw answer;
    yield* answer;
  }
  const place = { organizationId: "acme", documentId: "welcome" };
  const store = new ThreadsStore({
    place,
    stream: { add: () => undefined, remove: () => undefined } as unknown as ChangeStream,
    read,
    isIn,
  });
  const shown = () => store.getSnapshot().threads.map(({ annotationId, status }) => `${annotationId} ${status.id}`);
  return { store, pages, shown };
}

function changeOf(annotationId: string, thread: Thread | null): Change {
  return { actionType: "comment.add", documentId: "welcome", annotationId, thread } as unknown as Change;
}

function thread(annotationId: string, createdAt: number, status = "OPEN"): Thread {
  return { annotationId, createdAt, status: { id: status, name: status, type: "default" }, comments: [] } as unknown as Thread;
}

import { randomUUID } from "node:crypto";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { connectionError, errorOf } from "../../errors/errors.ts";
import type { ChangeStream } from "./change-stream.ts";
import type { Follower } from "./follower.ts";
import { list, stage, until } from "./stream-stage.ts";

// Locks and channels are those of Node, which follow the browsers' standards.

beforeEach(() => {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  return () => void random.mockRestore();
});

test("windows share one connection; one that joins later reads what exists, and receives every later change", async () => {
  const { first, second, connection } = await twoWindows();
  const third = opened(first.name);
  await until(() => third.list.heard.includes("begin"));
  connection.tell("change", "c1", { changeId: "1", documentId: "welcome" });
  await until(() => third.list.heard.includes("change 1"));

  expect([first, second, third].map(({ list }) => list.heard)).toEqual(Array(3).fill(["begin", "change 1"]));
  expect([first, second, third].flatMap(({ connections }) => connections)).toHaveLength(1);
});

test("when the window with the connection is closed, another one connects after the last event, without a word", async () => {
  const { first, second, connection } = await twoWindows();
  connection.tell("change", "c1", { changeId: "1", documentId: "welcome" });
  await until(() => second.list.heard.includes("change 1"));
  first.stream.remove(first.list);

  const next = await second.opened();
  next.tell("change", "c2", { changeId: "2", documentId: "welcome" });
  await until(() => second.list.heard.includes("change 2"));

  expect([connection.isLeft(), next.cursor]).toEqual([true, "c1"]);
  expect(second.list.heard).toEqual(["begin", "change 1", "change 2"]);
});

test("an interruption reaches every window, and so does a start from now", async () => {
  const { first, second, connection } = await twoWindows();
  connection.fail(new TypeError("network error"));
  const resumed = await first.opened();
  resumed.tell("bookmark", "c1");
  await until(() => second.list.heard.includes("resume"));
  first.script.push(errorOf(400, JSON.stringify({ error: { status: "OUT_OF_RANGE", message: "Begin again." } }), "", undefined));
  resumed.close();
  (await first.opened()).tell("bookmark", "d0");
  await until(() => second.list.heard.at(-1) === "begin");

  const words = ["begin", "interrupted", "resume", "interrupted", "begin"];
  expect([first, second].map(({ list }) => list.heard.filter((word, nth, all) => word !== all[nth - 1]))).toEqual([words, words]);
});

test("a window that is refused leaves the connection to the next one, which asks for itself", async () => {
  const { first, second, connection } = await twoWindows();
  const refused = JSON.stringify({ error: { status: "PERMISSION_DENIED", message: "Not yours." } });
  first.script.push(errorOf(403, refused, "", undefined));
  connection.close();
  (await second.opened()).tell("bookmark", "c1");
  await until(() => second.list.heard.includes("resume"));

  expect(first.list.heard.at(-1)).toBe("over: Not yours.");
});

test("the sixth stream of a browser to a host is refused without a request, and opens when another window is closed", async () => {
  const browser = randomUUID();
  const windows = Array.from({ length: 5 }, () => opened(randomUUID(), browser));
  for (const { opened } of windows) (await opened()).tell("bookmark", "c0");
  const errors: unknown[] = [];
  const sixth = opened(randomUUID(), browser, (error) => errors.push(error));
  await until(() => errors.length > 0);
  expect([sixth.connections.length, errors[0]]).toEqual([0, expect.objectContaining({ httpStatus: 429, status: "RESOURCE_EXHAUSTED" })]);

  windows[2]?.stream.remove(windows[2].list);

  (await sixth.opened()).tell("bookmark", "c0");
  await until(() => sixth.list.heard.at(-1) === "begin");
});

test("a window that receives nothing for a minute connects by itself, because the browser may have frozen the other one", async () => {
  const name = randomUUID();
  const frozen = navigator.locks.request(name, () => new Promise<void>((resolve) => onTestFinished(() => resolve())));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const window = opened(name);
  window.script.push(connectionError("There is no network.", undefined));
  await vi.advanceTimersByTimeAsync(59_000);
  expect([window.connections.length, window.script.length]).toEqual([0, 1]);

  await vi.advanceTimersByTimeAsync(1_500);

  expect([window.connections.length, window.script.length]).toEqual([1, 0]);
  void frozen;
});

/** A window that follows a document. */
function opened(name: string, browser = name, onInterrupt: Follower["interrupt"] = () => undefined) {
  const window = stage({ name, browser });
  const followed = list("welcome");
  const { interrupt } = followed;
  const follower = Object.assign(followed, {
    interrupt: (error: unknown, isFinal: boolean) => {
      onInterrupt(error, isFinal);
      interrupt(error, isFinal);
    },
  });
  window.stream.add(follower);
  onTestFinished(() => leave(window.stream, follower));
  return { ...window, list: follower, name };
}

async function leave(stream: ChangeStream, follower: Follower): Promise<void> {
  stream.remove(follower);
}

async function twoWindows() {
  const first = opened(randomUUID());
  const connection = await first.opened();
  connection.tell("bookmark", "c0");
  await until(() => first.list.heard.length === 1);
  const second = opened(first.name);
  await until(() => second.list.heard.length === 1);
  return { first, second, connection };
}

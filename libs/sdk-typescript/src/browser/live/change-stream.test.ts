import { beforeEach, expect, test, vi } from "vitest";
import { connectionError, errorOf } from "../../errors/errors.ts";
import { type Connection, list, stage, until } from "./stream-stage.ts";

beforeEach(() => {
  // Pauses between connections are as short as they can be.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  return () => void random.mockRestore();
});

test("lists of several documents and the inbox share one connection, which stays open while one of them is followed", async () => {
  const { stream, opened } = stage();
  const welcome = list("welcome");
  const inbox = list(undefined);
  const roadmap = list("roadmap");
  stream.add(welcome);
  stream.add(inbox);
  stream.add(roadmap);
  const first = await opened();
  first.tell("bookmark", "c0");
  await until(() => welcome.heard.length + inbox.heard.length + roadmap.heard.length === 3);

  first.tell("change", "c1", { changeId: "1", documentId: "roadmap" });
  await until(() => inbox.heard.length === 2);
  for (const each of [welcome, inbox, roadmap]) stream.remove(each);
  await until(() => first.isLeft());

  expect([first.documentIds, first.cursor]).toEqual([["welcome", "roadmap"], "now"]);
  expect([welcome, inbox, roadmap].map(({ heard }) => heard)).toEqual([
    ["begin", "change 1"],
    ["begin", "change 1"],
    ["begin", "change 1"],
  ]);
});

test("a list within the documents of the connection joins it; a list of another document restarts all lists", async () => {
  const { stream, opened } = stage();
  const welcome = list("welcome");
  const again = list("welcome");
  const elsewhere = list("roadmap");
  stream.add(welcome);
  const first = await opened();
  first.tell("bookmark", "c0");
  await until(() => welcome.heard.length === 1);

  stream.add(again);
  expect(again.heard).toEqual(["begin"]);
  stream.add(elsewhere);
  const second = await opened();
  second.tell("bookmark", "c5");
  await until(() => elsewhere.heard.length === 1);

  expect([first.isLeft(), second.documentIds, second.cursor]).toEqual([true, ["welcome", "roadmap"], "now"]);
  expect([welcome.heard, again.heard]).toEqual([
    ["begin", "begin"],
    ["begin", "begin"],
  ]);
});

const interrupted = ["interrupted", "resume"];

test.each([
  ["broke off", interrupted, (connection: Connection) => connection.close()],
  ["failed while it was read", interrupted, (connection: Connection) => connection.fail(new TypeError("network error"))],
  ["was ended by the server", [], (connection: Connection) => connection.tell("end", "")],
  ["outlived its token", [], (connection: Connection) => connection.tell("error", "", { error: "Expired.", status: "UNAUTHENTICATED" })],
])(
  "after a connection that %s the stream resumes after the last event; it is interrupted only by a failure",
  async (_, between, finish) => {
    const { stream, opened, refused } = stage();
    const welcome = list("welcome");
    stream.add(welcome);
    const first = await opened();
    first.tell("bookmark", "c0");
    first.tell("change", "c1", { changeId: "1" });
    finish(first);

    const second = await opened();
    second.tell("change", "c2", { changeId: "2" });
    await until(() => welcome.heard.includes("change 2"));

    expect(second.cursor).toBe("c1");
    expect(welcome.heard).toEqual(["begin", "change 1", ...between, "change 2"]);
    expect(refused()).toBe(finish.toString().includes("UNAUTHENTICATED") ? 1 : 0);
  },
);

test("a stream that the server ended is interrupted when the next one does not open, and resumes then", async () => {
  const { stream, opened, script } = stage();
  const welcome = list("welcome");
  stream.add(welcome);
  const first = await opened();
  first.tell("bookmark", "c0");
  await until(() => welcome.heard.length === 1);
  script.push(connectionError("The gateway restarts.", undefined));
  first.tell("end", "");

  const second = await opened();
  second.tell("bookmark", "c1");
  await until(() => welcome.heard.includes("resume"));

  expect([second.cursor, welcome.heard]).toEqual(["c0", ["begin", "interrupted", "resume"]]);
});

test("all lists start again when the server no longer knows their cursor", async () => {
  const { stream, opened, script } = stage();
  const welcome = list("welcome");
  stream.add(welcome);
  const first = await opened();
  first.tell("bookmark", "c0");
  await until(() => welcome.heard.length === 1);
  script.push(errorOf(400, JSON.stringify({ error: { status: "OUT_OF_RANGE", message: "Begin again." } }), "", undefined));
  first.close();

  const second = await opened();
  second.tell("bookmark", "d0");
  await until(() => welcome.heard.at(-1) === "begin");

  expect(second.cursor).toBe("now");
});

test("a list whose document was deleted ends, and the others of its stream go on", async () => {
  const { stream, opened, script } = stage();
  const welcome = list("welcome");
  const roadmap = list("roadmap");
  stream.add(welcome);
  stream.add(roadmap);
  const first = await opened();
  first.tell("bookmark", "c0");
  const details = [{ field: "documentIds[1]", message: "There is no document roadmap." }];
  script.push(
    errorOf(404, JSON.stringify({ error: { status: "NOT_FOUND", message: "There is no document roadmap.", details } }), "", undefined),
  );

  first.close();
  const second = await opened();
  second.tell("bookmark", "d0");
  await until(() => welcome.heard.at(-1) === "begin");

  expect([second.documentIds, roadmap.heard.at(-1)]).toEqual([["welcome"], "over: There is no document roadmap."]);
});

test("a passing failure is retried however often it occurs; a permanent one ends the lists that it concerns", async () => {
  const { stream, opened, script } = stage();
  const welcome = list("welcome");
  const roadmap = list("roadmap");
  script.push(...Array.from({ length: 8 }, () => connectionError("There is no network.", undefined)));
  stream.add(welcome);
  stream.add(roadmap);
  const first = await opened();
  first.tell("bookmark", "c0");
  await until(() => welcome.heard.includes("begin"));
  expect(welcome.heard.filter((word) => word === "interrupted")).toHaveLength(8);

  script.push(refusal("documentIds[1]"));
  first.close();
  const second = await opened();
  second.tell("bookmark", "d0");
  await until(() => welcome.heard.at(-1) === "begin");
  expect([second.documentIds, roadmap.heard.at(-1)]).toEqual([["welcome"], "over: Not yours."]);

  script.push(refusal("origin"));
  second.close();
  await until(() => welcome.heard.at(-1) === "over: Not yours.");
  stream.add(roadmap);

  expect((await opened()).documentIds).toEqual(["roadmap"]);
});

function refusal(field: string): Error {
  const error = { status: "PERMISSION_DENIED", message: "Not yours.", details: [{ field, message: "Not yours." }] };
  return errorOf(403, JSON.stringify({ error }), "", undefined);
}

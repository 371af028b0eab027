import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { mostUnfinished } from "../src/index.ts";
import { asked, get, isClosed, large, type Stage, start } from "./connection-stage.ts";

test("a response that stays unread for the set time ends its connection", async () => {
  const stage = await start({ unreadTimeoutMs: 300 });
  const { response, request } = await asked(stage);

  response.end(large);

  await until(() => request.socket.destroyed);
});

test("a response that takes longer than the unread time to be made is waited for", async () => {
  const stage = await start({ unreadTimeoutMs: 50 });
  const { response, socket } = await asked(stage);
  let timeouts = 0;
  response.socket?.on("timeout", () => timeouts++);

  await until(() => timeouts >= 3);
  response.end("late");

  const [chunk] = await once(socket, "data");
  expect(String(chunk)).toContain("late");
});

test("a connection that is idle after a response is closed at the end of its keep-alive time", async () => {
  const stage = await start({ unreadTimeoutMs: 20, keepAliveMs: 100 });
  const { response, socket } = await asked(stage);

  response.end();

  await isClosed(socket);
});

test("when all connections are taken, the oldest stranger's makes room, and customers' stay", async () => {
  const stage = await start({ most: 4 });
  const customer = await asked(stage, { holder: "pk_1" });
  const other = await asked(stage, { holder: "pk_2" });
  const older = await asked(stage);
  const newer = await asked(stage);

  const next = await asked(stage);

  await isClosed(older.socket);
  expect([customer, other, newer, next].some(({ request }) => request.socket.destroyed)).toBe(false);
});

test("a customer with more than half of all connections gives up its oldest; without such a customer a stranger is turned away", async () => {
  const stage = await start({ most: 4 });
  const other = await asked(stage, { holder: "pk_2" });
  const oldest = await asked(stage, { holder: "pk_1" });
  for (let n = 0; n < 2; n++) await asked(stage, { holder: "pk_1" });

  const next = await asked(stage, { holder: "pk_2" });

  await isClosed(oldest.socket);
  expect([other, next].map(({ request }) => request.socket.destroyed)).toEqual([false, false]);
  const stranger = await stage.open();
  await isClosed(stranger);
});

test("holders that have all connections between them shut nobody out: the one with most gives up an idle one", async () => {
  const stage = await start({ most: 5 });
  const small = await asked(stage, { holder: "pk_3" });
  small.response.end();
  const large = [];
  for (const holder of ["pk_1", "pk_1", "pk_2", "pk_2"]) large.push(await asked(stage, { holder }));
  const [busy, idle] = large;
  idle?.response.end("done");
  await until(() => idle?.response.closed);

  const next = await asked(stage);

  await until(() => idle?.request.socket.destroyed);
  expect([busy, small, next].map((each) => each?.request.socket.destroyed)).toEqual([false, false, false]);
});

/** Sends one request after the other on a connection for half a second; returns how many were answered with this status. */
async function askedOn(socket: Socket, stage: Stage, status: number, holder?: string): Promise<number> {
  const endMs = performance.now() + 500;
  let answered = 0;
  while (performance.now() < endMs) {
    const before = stage.served.length;
    socket.write(get);
    while (stage.served.length === before) await setImmediate();
    const { request, response } = stage.served.at(-1) as Stage["served"][number];
    if (holder !== undefined) stage.connections.hold(request.socket, holder);
    response.writeHead(status).end();
    await once(socket, "data");
    answered++;
  }
  return answered;
}

test("requests of a stranger's connection beyond the rate of refusals are read later, and answered", async () => {
  const stage = await start({ strangersPerSecond: 10 });

  const answered = await askedOn(await stage.open(), stage, 401);

  // A burst of two, then one refusal per tenth of a second on average, and at most one per twentieth.
  expect(answered).toBeGreaterThan(2);
  expect(answered).toBeLessThan(2 + 12);
});

test.each([401, 200])("a stranger's pipelined requests are served at the rate of refusals (%i)", async (status) => {
  const stage = await start({ strangersPerSecond: 10 });
  const socket = await stage.open();
  const endMs = performance.now() + 500;
  socket.write(get.repeat(1_700));

  let answered = 0;
  for (; performance.now() < endMs; await setImmediate()) {
    if (stage.served.length > answered) stage.served[answered++]?.response.writeHead(status).end();
  }

  expect(answered).toBeGreaterThan(2);
  expect(answered).toBeLessThan(2 + 12);
});

test.each([
  { what: "successes of a stranger", status: 200 },
  { what: "refusals of a caller whose credentials are valid", status: 429, holder: "pk_1" },
])("$what are not paced", async ({ status, holder }) => {
  const stage = await start({ strangersPerSecond: 10 });

  expect(await askedOn(await stage.open(), stage, status, holder)).toBeGreaterThan(2 * mostUnfinished);
});

test("without a rate nobody is paced", async () => {
  const stage = await start({});

  expect(await askedOn(await stage.open(), stage, 401)).toBeGreaterThan(2 * mostUnfinished);
});

const mebibyte = 1024 * 1024;

/** A stranger who sends a body of this many bytes, and whose request is refused before the body has arrived. */
async function refusedWithBody(stage: Stage, bodyBytes: number, connection: "close" | "keep-alive"): Promise<Socket> {
  const socket = await stage.open();
  const before = stage.served.length;
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${bodyBytes}\r\n\r\n`);
  await until(() => stage.served.length > before);
  stage.served.at(-1)?.response.writeHead(401, { connection, "content-length": 7 }).end("refused");
  return socket;
}

test("a client that reads no response before it has sent its body receives its refusal, and the connection is not reset", async () => {
  const stage = await start({});
  const socket = await refusedWithBody(stage, 8 * mebibyte, "close");
  socket.pause();
  const errors: Error[] = [];
  socket.on("error", (error) => errors.push(error));

  await new Promise((sent) => socket.write(Buffer.alloc(8 * mebibyte), sent));

  socket.resume();
  const [text] = (await once(socket, "data")) as [Buffer];
  expect(text.toString().endsWith("\r\n\r\nrefused")).toBe(true);
  await isClosed(socket);
  expect(errors).toEqual([]);
});

test("a refused client that does not send the rest of its body is cut off at the end of the time for a request, without a second response", async () => {
  const stage = await start({ requestTimeoutMs: 300, refuseUnreadable: (_, socket) => socket.end("HTTP/1.1 408 Request Timeout\r\n\r\n") });
  const socket = await refusedWithBody(stage, 8 * mebibyte, "keep-alive");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });

  await isClosed(socket);

  expect(text.split("HTTP/1.1 ")).toHaveLength(2);
});

test("a connection does not end before the rest of its last request has come", async () => {
  const stage = await start({});
  const socket = await refusedWithBody(stage, 6, "close");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await until(() => text.endsWith("refused"));
  const hasEnded = once(socket, "end");

  socket.write("abc");
  expect(await Promise.race([hasEnded, delay(200)])).toBeUndefined();
  socket.write("def");

  await hasEnded;
});

test("after the last response of a connection no further request is read", async () => {
  const stage = await start({});
  const socket = await refusedWithBody(stage, 3, "close");

  socket.resume();
  socket.write(`abc${get}`);
  await isClosed(socket);

  expect(stage.read()).toBe(1);
});

test("the body of a caller's refused request is read as fast as it arrives, and the connection stays", async () => {
  const stage = await start({});
  const { socket, response } = await asked(stage, { holder: "pk_1" });
  response.end();
  const blocks = 8;
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${blocks * large.length}\r\n\r\n`);
  await until(() => stage.served.length === 2);
  stage.served[1]?.response.writeHead(429).end();
  const beganMs = performance.now();

  for (let block = 0; block < blocks; block++) socket.write(large);
  socket.write(get);

  await until(() => stage.served.length === 3);
  // The body of a stranger would take thirty seconds.
  expect(performance.now() - beganMs).toBeLessThan(6_000);
});

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { BoundedConnections, mostUnfinished } from "../src/index.ts";

const get = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
const large = Buffer.alloc(16 * 1024 * 1024, "x");

interface Stage {
  readonly connections: BoundedConnections;
  /** Requests that have been served, and not been answered. */
  readonly served: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
  /** How many requests Node has read. */
  readonly read: () => number;
  readonly open: () => Promise<Socket>;
}

interface StageBounds {
  readonly most?: number;
  readonly unreadTimeoutMs?: number;
  readonly keepAliveMs?: number;
  readonly refusalsPerSecond?: number;
}

async function start({ most = 100, unreadTimeoutMs = 30_000, keepAliveMs = 60_000, refusalsPerSecond }: StageBounds): Promise<Stage> {
  const served: Stage["served"] = [];
  let read = 0;
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    read++;
    if (connections.begin(request, response)) served.push({ request, response });
  });
  const connections = new BoundedConnections(server, { most, unreadTimeoutMs, refusalsPerSecond });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const open = async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  };
  return { connections, served, read: () => read, open };
}

async function isClosed(socket: Socket): Promise<void> {
  socket.resume();
  await until(() => socket.closed);
}

/** A connection with a request that has been served, but not answered. */
async function asked(stage: Stage, { holder }: { holder?: string } = {}) {
  const socket = await stage.open();
  const before = stage.served.length;
  socket.write(get);
  await until(() => stage.served.length > before);
  const { request, response } = stage.served.at(-1) as Stage["served"][number];
  if (holder !== undefined) stage.connections.hold(request.socket, holder);
  return { socket, request, response };
}

test("a connection with more unfinished requests than it may have is closed, and no further one of it is served", async () => {
  const stage = await start({});
  const socket = await stage.open();

  socket.write(get.repeat(1_700));

  await isClosed(socket);
  expect(stage.served).toHaveLength(mostUnfinished);
});

test("a burst of requests takes no more time than those that a connection may have", async () => {
  const stage = await start({});
  const socket = await stage.open();

  socket.write(get.repeat(1_700));

  await isClosed(socket);
  // One read may have brought fewer than a connection may have, and the next one the rest.
  expect(stage.read()).toBeLessThan(2 * mostUnfinished);
});

test("requests that have been answered do not count: a connection may send as many as it likes", async () => {
  const stage = await start({});
  const socket = await stage.open();
  let answered = 0;
  socket.on("data", (chunk) => {
    answered += chunk.toString().split("HTTP/1.1 200").length - 1;
  });

  for (let round = 1; round <= 5; round++) {
    socket.write(get.repeat(mostUnfinished));
    await until(() => stage.served.length === round * mostUnfinished);
    for (const { response } of stage.served.slice(-mostUnfinished)) response.end();
    await until(() => answered === round * mostUnfinished);
  }

  expect(socket.destroyed).toBe(false);
});

test("a response of which nothing is read for the set time ends its connection", async () => {
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

test("when all connections are taken, the oldest of a stranger makes room, and those of customers stay", async () => {
  const stage = await start({ most: 4 });
  const [customer, other] = [await asked(stage, { holder: "pk_1" }), await asked(stage, { holder: "pk_2" })];
  const [older, newer] = [await asked(stage), await asked(stage)];

  const next = await asked(stage);

  await isClosed(older.socket);
  expect([customer, other, newer, next].some(({ request }) => request.socket.destroyed)).toBe(false);
});

test("a customer with more than half of all connections makes room by its own oldest; without such a one a stranger is turned away", async () => {
  const stage = await start({ most: 4 });
  const [other, oldest] = [await asked(stage, { holder: "pk_2" }), await asked(stage, { holder: "pk_1" })];
  for (let n = 0; n < 2; n++) await asked(stage, { holder: "pk_1" });

  const next = await asked(stage, { holder: "pk_2" });

  await isClosed(oldest.socket);
  expect([other, next].map(({ request }) => request.socket.destroyed)).toEqual([false, false]);
  const stranger = await stage.open();
  await isClosed(stranger);
});

test("holders that have all connections between them shut nobody out: whoever has most gives up an idle one", async () => {
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

test("strangers have as many unfinished requests together as there may be connections; beyond, the oldest of them is closed", async () => {
  const stage = await start({ most: 4 });
  const { socket } = await asked(stage);
  const greedy = await stage.open();

  greedy.write(get.repeat(4));

  await isClosed(socket);
  await until(() => stage.served.length === 5);
  expect(greedy.destroyed).toBe(false);
});

/** Asks on a connection, one request behind the other, for half a second; how many were answered, each with this status. */
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

test("what a stranger's connection sends beyond the refusals it may have is read later, and answered", async () => {
  const stage = await start({ refusalsPerSecond: 10 });

  const answered = await askedOn(await stage.open(), stage, 401);

  // Sixteen at once, then one every tenth of a second.
  expect(answered).toBeGreaterThan(mostUnfinished);
  expect(answered).toBeLessThan(mostUnfinished + 10);
});

test("a burst of requests that are refused is paid for with the time of each", async () => {
  const stage = await start({ refusalsPerSecond: 10 });
  const socket = await stage.open();
  const answer = async (count: number) => {
    const before = stage.served.length;
    socket.write(get.repeat(count));
    await until(() => stage.served.length === before + count);
    for (const { response } of stage.served.slice(before)) response.writeHead(503).end();
    await until(() => stage.served.every(({ response }) => response.closed));
  };
  const beganMs = performance.now();

  for (const count of [16, 8, 8, 1]) await answer(count);

  // The second burst is still read, when one place is free again; the third when those of the second are paid for.
  expect(performance.now() - beganMs).toBeGreaterThan(1_500);
});

test.each([
  { what: "successes of a stranger", status: 200 },
  { what: "refusals of a caller whose credentials are valid", status: 429, holder: "pk_1" },
])("$what are not paced", async ({ status, holder }) => {
  const stage = await start({ refusalsPerSecond: 10 });

  expect(await askedOn(await stage.open(), stage, status, holder)).toBeGreaterThan(2 * mostUnfinished);
});

test("without a rate nobody is paced", async () => {
  const stage = await start({});

  expect(await askedOn(await stage.open(), stage, 401)).toBeGreaterThan(2 * mostUnfinished);
});

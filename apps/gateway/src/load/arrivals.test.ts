import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Arrivals } from "./arrivals.ts";

interface Served {
  readonly port: number;
  /** The tenants of the served requests, in order. */
  readonly callers: string[];
  /** Requests served in each turn of the event loop that served any. */
  readonly perTurn: number[];
}

async function serverThatCounts({ isShared = () => false, onServed = () => undefined }: Partial<Staged> = {}): Promise<Served> {
  const [callers, perTurn]: [string[], number[]] = [[], []];
  let inTurn = 0;
  const arrivals = new Arrivals(isShared);
  const serve = (incoming: IncomingMessage, response: ServerResponse) => {
    callers.push(String(incoming.headers["x-caller"]));
    if (inTurn++ === 0)
      setImmediate(() => {
        perTurn.push(inTurn);
        inTurn = 0;
      });
    onServed();
    incoming.resume();
    response.end();
  };
  const port = await portOf((incoming, response) =>
    arrivals.enter(String(incoming.headers["x-caller"]), incoming, () => serve(incoming, response)),
  );
  return { port, callers, perTurn };
}

interface Staged {
  readonly isShared: (tenant: string) => boolean;
  readonly onServed: () => unknown;
}

async function portOf(onRequest: RequestListener): Promise<number> {
  const server = createServer(onRequest).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function ask(port: number, agent: Agent, caller: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, agent, method: "POST", headers: { "x-caller": caller } }, (answer) => answer.resume().on("end", resolve));
    sent.on("error", reject).end("{}");
  });
}

/** Sends `count` requests on one connection at once. */
function send(port: number, count: number, callerOf: (n: number) => string): void {
  const socket = connect(port, "127.0.0.1").resume();
  onTestFinished(() => void socket.destroy());
  const heads = Array.from(
    { length: count },
    (_, n) => `POST / HTTP/1.1\r\nhost: a\r\nx-caller: ${callerOf(n)}\r\ncontent-length: 0\r\n\r\n`,
  );
  socket.write(heads.join(""));
}

function agentFor(connections: number): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  onTestFinished(() => agent.destroy());
  return agent;
}

test("hundreds of simultaneous requests are served a few in a turn, on new and on open connections", async () => {
  const { port, callers, perTurn } = await serverThatCounts();
  const agent = agentFor(300);
  for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 300 }, () => ask(port, agent, "greedy")));

  expect(callers).toHaveLength(900);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(16);
});

test("simultaneous requests on hundreds of new connections are read a few connections in a turn", async () => {
  const readInTurn: number[] = [];
  let inTurn = 0;
  const port = await portOf(() => {
    if (inTurn++ === 0)
      setImmediate(() => {
        readInTurn.push(inTurn);
        inTurn = 0;
      });
  });
  const read = () => readInTurn.reduce((sum, count) => sum + count, 0);
  // The sending process has ended before the first connection is accepted, so that all connections wait together, each with its request.
  const sender = `let left = 300;
    const sent = () => --left === 0 && process.exit();
    for (let n = 0; n < 300; n++) require("node:net").connect(${port}, "127.0.0.1").end("GET / HTTP/1.1\\r\\nhost: a\\r\\n\\r\\n", sent)`;
  expect(spawnSync(process.execPath, ["-e", sender], { timeout: 10_000 }).status).toBe(0);
  while (read() < 300) await new Promise((resolve) => setImmediate(resolve));

  // Twice `perTurn`, because requests that pass at once and requests that have waited may fall into the same turn of this counter.
  expect(Math.max(...readInTurn)).toBeLessThanOrEqual(16);
});

test("a tenant with one request is served before hundreds of another's that came first", async () => {
  const { port, callers } = await serverThatCounts();
  const greedy = agentFor(300);
  const other = agentFor(1);
  await Promise.all([...Array.from({ length: 300 }, () => ask(port, greedy, "greedy")), ask(port, other, "other")]);
  callers.length = 0;

  const all = Array.from({ length: 300 }, () => ask(port, greedy, "greedy"));
  await Promise.all([...all, ask(port, other, "other")]);

  expect(callers).toHaveLength(301);
  expect(callers.indexOf("other")).toBeLessThan(150);
});

test.for([
  { who: "of a tenant beside others", tenant: "greedy" },
  { who: "of strangers beside a tenant", tenant: "" },
])("one request $who is served in a turn", async ({ tenant }) => {
  let shared = false;
  const { port, callers, perTurn } = await serverThatCounts({ isShared: () => shared });
  send(port, 100, () => tenant);
  while (callers.length < 100) await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(Math.max(...perTurn)).toBeGreaterThan(2);
  perTurn.length = 0;

  shared = true;
  send(port, 100, () => tenant);
  while (callers.length < 200) await new Promise((resolve) => setImmediate(resolve));

  // At most two requests, because one that passes at once and one that has waited may fall into the same turn of this counter.
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2);
});

test("requests whose clients disconnect before their turn are not served", async () => {
  const agent = agentFor(300);
  let leaves = false;
  const { port, callers } = await serverThatCounts({ onServed: () => leaves && agent.destroy() });
  await Promise.all(Array.from({ length: 300 }, () => ask(port, agent, "greedy")));
  callers.length = 0;

  leaves = true;
  await Promise.allSettled(Array.from({ length: 300 }, () => ask(port, agent, "greedy")));
  leaves = false;
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  await ask(port, agentFor(1), "other");

  expect(callers.at(-1)).toBe("other");
  expect(callers.length).toBeLessThan(200);
});

test("endless requests under ever new tenants fill no memory: beyond a bound they are served as they come", async () => {
  const { port, callers, perTurn } = await serverThatCounts();
  const count = 20_000;
  send(port, count, String);

  while (callers.length < count) await new Promise((resolve) => setImmediate(resolve));

  expect(Math.max(...perTurn)).toBeGreaterThan(100);
});

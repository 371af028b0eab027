import { once } from "node:events";
import { mostUnfinished, withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { RawConnection } from "./raw-connection.ts";

const path = "/v2/organizations/get";
const mebibyte = 1024 * 1024;
const body = '{"data":{}}';
let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one", withConstants({ unreadTimeoutMs: 500 }));
});

afterAll(() => parley?.stop());

test("a request without credentials is refused before a byte of the body is read", async () => {
  using connection = await RawConnection.open(parley.url);

  connection.head(path, { "content-length": mebibyte });

  await until(() => connection.text !== "");
  expect(connection.text).toMatch(/^HTTP\/1\.1 401 /);
});

test("unsent bodies reserve at most a quarter of the total room, and others get theirs", async () => {
  await using small = await startParley("all-in-one", { ...withConstants({ maxBodyBytesInMemory: 8 * mebibyte }) });
  const slow = await createWorkspace(small.url, small.adminToken);
  const other = await createWorkspace(small.url, small.adminToken);
  const connections = await Promise.all(Array.from({ length: 10 }, () => RawConnection.open(small.url)));
  const answered = () => connections.filter(({ text }) => text !== "");

  for (const connection of connections) connection.head(path, { "content-length": mebibyte - 1, ...slow.customer.credentials });
  await until(() => answered().length === 8);

  for (const { text } of answered()) {
    expect(text).toMatch(/^HTTP\/1\.1 429 /);
    expect(text).toMatch(/connection: close/i);
  }
  expect((await other.customer.post(path, {})).status).toBe(200);
  // Clients that disconnect release their room.
  for (const connection of connections) connection[Symbol.dispose]();
  await until(async () => (await slow.customer.post(path, { organizationIds: ["x".repeat(256)] })).status === 200);
});

test("a client that expects 100 Continue gets a refusal instead", async () => {
  const { customer } = await createWorkspace(parley.url, parley.adminToken);
  const answerTo = async (headers: Record<string, string | number>) => {
    using connection = await RawConnection.open(parley.url);
    connection.head(path, { expect: "100-continue", ...headers });
    await once(connection.socket, "close");
    return connection.text;
  };

  const large = await answerTo({ "content-length": 99_999_999, ...customer.credentials });
  const stranger = await answerTo({ "content-length": body.length });
  using welcome = await RawConnection.open(parley.url);
  welcome.head(path, { expect: "100-continue", "content-length": body.length, ...customer.credentials });
  await until(() => welcome.text !== "");

  expect(large).toMatch(/^HTTP\/1\.1 413 [\s\S]*RESOURCE_EXHAUSTED/);
  expect(stranger).toMatch(/^HTTP\/1\.1 401 /);
  expect(welcome.text).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  welcome.socket.write(body);
  await until(() => welcome.text.includes("HTTP/1.1 200 OK"));
});

test.each(["/docs/reference.js", "/openapi.json"])("a client that does not read %s is disconnected", async (page) => {
  using greedy = await RawConnection.open(parley.url);

  greedy.socket.pause();
  // More than all buffers between client and gateway can hold, but no more requests than one connection may have.
  greedy.socket.write(`GET ${page} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(mostUnfinished));

  await until(async () => (await strangersAt(parley)) === 1);
  // The connection is closed even though the client does not read and does not notice.
  await until(async () => (await strangersAt(parley)) === 0);
});

async function strangersAt({ opsPort }: Parley): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  return Number(/^parley_http_connections\{of="strangers"\} (\d+)$/m.exec(metrics)?.[1]);
}

test("unauthenticated clients that use all connections do not lock out customers: their oldest connection is closed", async () => {
  await using narrow = await startParley("all-in-one", { PARLEY_MAX_CONNECTIONS: "20" });
  const { customer } = await createWorkspace(narrow.url, narrow.adminToken);
  expect((await customer.post(path, {})).status).toBe(200);

  const strangers = await Promise.all(Array.from({ length: 60 }, () => RawConnection.open(narrow.url)));
  for (const { socket } of strangers) socket.write("GET /livez HTTP/1.1\r\n");

  // Each request uses a new connection.
  for (let n = 0; n < 5; n++) expect((await customer.post(path, {}, { connection: "close" })).status).toBe(200);
  for (const stranger of strangers) stranger[Symbol.dispose]();
});

test("a slow client gets all of its answers", async () => {
  const unreadMs = 2_000;
  await using patient = await startParley("all-in-one", withConstants({ unreadTimeoutMs: unreadMs }));
  using slow = await RawConnection.open(patient.url);
  const count = 16;
  const asset = await (await fetch(`${patient.url}/docs/reference.js`)).arrayBuffer();

  const startedMs = performance.now();
  slow.socket.write("GET /docs/reference.js HTTP/1.1\r\nhost: x\r\n\r\n".repeat(count));
  let tick = 0;
  const drip = setInterval(() => (tick++ % 6 === 0 ? slow.socket.resume() : slow.socket.pause()), 100);
  await until(() => slow.text.length > count * asset.byteLength);

  clearInterval(drip);
  expect(performance.now() - startedMs).toBeGreaterThan(unreadMs);
  expect(slow.text.split("HTTP/1.1 200 OK")).toHaveLength(count + 1);
});

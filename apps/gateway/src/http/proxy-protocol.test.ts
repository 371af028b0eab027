import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { Arrivals } from "../load/arrivals.ts";
import { takeProxyHeaders } from "./proxy-protocol.ts";

const header = "PROXY TCP4 192.0.2.1 203.0.113.7 54321 443\r\n";
const get = "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

/**
 * Starts a server that responds with the client address and the length of the request body; returns a function that connects to it.
 */
async function served({ withinMs = 3_000, most = 1_000 } = {}): Promise<() => Socket> {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    response.end(`${request.socket.remoteAddress} sent ${body.length}`);
  };
  const arrivals = new Arrivals(() => false);
  const server = createServer((request, response) => arrivals.enter("", request, () => void serve(request, response)));
  takeProxyHeaders(server, { most, withinMs });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
}

/** Everything received until the connection ends. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  await once(socket, "close");
  return answer;
}

test("a connection is served with the client address in its header, and with every byte behind it", async () => {
  const open = await served();
  const socket = open();
  const body = "x".repeat(1_000_000);

  socket.write(`${header}POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);

  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n192\.0\.2\.1 sent 1000000$/);
});

test("a header may come in pieces, before its request or with it", async () => {
  const open = await served();
  const socket = open().setNoDelay(true);

  for (const piece of [header.slice(0, 3), header.slice(3, 20), header.slice(20), get]) {
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }

  expect(await answerOf(socket)).toContain("192.0.2.1 sent 0");
});

test("every connection of many that come at once is served", async () => {
  const open = await served();

  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const socket = open();
      socket.write(`PROXY TCP4 192.0.2.${index} 203.0.113.7 54321 443\r\n${get}`);
      return answerOf(socket);
    }),
  );

  for (const [index, answer] of answers.entries()) expect(answer).toContain(`192.0.2.${index} sent 0`);
});

test("a connection of the proxy's own is served with the proxy's address", async () => {
  const open = await served();
  const socket = open();

  socket.write(`PROXY UNKNOWN\r\n${get}`);

  expect(await answerOf(socket)).toContain("127.0.0.1 sent 0");
});

test.each([
  ["no header", get],
  ["a header that is too long", `PROXY UNKNOWN ${"x".repeat(100)}\r\n${get}`],
])("a connection with %s is closed without an answer", async (_, sent) => {
  const open = await served();
  const socket = open();

  socket.write(sent);

  expect(await answerOf(socket)).toBe("");
});

test("a connection that sends half a header is closed in time, and one that ends within it at once", async () => {
  const open = await served({ withinMs: 50 });
  const openForLong = await served({ withinMs: 60_000 });
  const half = open();
  const ended = openForLong();

  half.write(header.slice(0, 20));
  ended.end(header.slice(0, 20));

  expect(await Promise.all([answerOf(half), answerOf(ended)])).toEqual(["", ""]);
});

test("beyond the bound on connections without a header a new one replaces the oldest", async () => {
  const open = await served({ withinMs: 60_000, most: 2 });
  const silent = [open(), open()];
  await Promise.all(silent.map((socket) => once(socket, "connect")));
  const [first] = silent;

  const third = open();
  third.write(`${header}${get}`);

  expect(await answerOf(third)).toContain("192.0.2.1 sent 0");
  if (first !== undefined && !first.closed) await once(first, "close");
  expect(silent.map(({ closed }) => closed)).toEqual([true, false]);
});

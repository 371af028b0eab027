import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { get, isClosed, start } from "./connection-stage.ts";

const beginOfTls = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]);
const mebibyte = 1024 * 1024;

async function refusedMs(socket: Socket): Promise<number> {
  const [chunk] = (await once(socket, "data")) as [Buffer];
  expect(chunk.toString()).toBe("refused");
  return performance.now();
}

async function closedMs(socket: Socket): Promise<number> {
  await isClosed(socket);
  return performance.now();
}

function spreadOf(times: readonly number[]): number {
  return Math.max(...times) - Math.min(...times);
}

test("unreadable connections are refused one by one, a hundred a second", async () => {
  const stage = await start({ refuseUnreadable: (_, socket) => socket.end("refused") });
  const sockets = await Promise.all(Array.from({ length: 60 }, stage.open));
  const refused = Promise.all(sockets.map(refusedMs));

  for (const socket of sockets) socket.write(beginOfTls);

  expect(spreadOf(await refused)).toBeGreaterThan(300);
});

test("nothing more is read from a connection that waits for its refusal", async () => {
  const stage = await start({ refuseUnreadable: (_, socket) => socket.end("refused"), most: 1_000 });
  const sockets = await Promise.all(Array.from({ length: 400 }, stage.open));
  for (const socket of sockets) socket.write(beginOfTls);
  const last = sockets.at(-1) as Socket;

  for (let written = 0; written < 64; written++) last.write(Buffer.alloc(mebibyte));
  await delay(500);

  // The rest stays with the sender when the system's buffers are full.
  expect(last.writableLength).toBeGreaterThan(32 * mebibyte);
});

test("strangers whose requests time out together are cut off one after the other", async () => {
  const stage = await start({ requestTimeoutMs: 300 });
  const sockets = await Promise.all(Array.from({ length: 60 }, stage.open));
  const closed = Promise.all(sockets.map(closedMs));
  for (const socket of sockets) socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\n");
  await until(() => stage.served.length === sockets.length);

  for (const { response } of stage.served) response.writeHead(401).end();

  expect(spreadOf(await closed)).toBeGreaterThan(300);
});

test("unreadable bytes after a request get no refusal in place of that request's response", async () => {
  let refusals = 0;
  const stage = await start({ refuseUnreadable: () => refusals++ });
  const socket = await stage.open();
  socket.write(get);
  await until(() => stage.served.length === 1);
  stage.connections.hold(stage.served[0]?.request.socket as Socket, "pk_1");
  stage.served[0]?.response.write("a part");

  socket.write(beginOfTls);

  await isClosed(socket);
  expect(refusals).toBe(0);
});

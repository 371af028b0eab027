import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { unreadableRefusal } from "./refuse-unreadable.ts";

const beginOfTls = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]);

async function start(): Promise<() => Promise<Socket>> {
  const server = createServer();
  server.on("clientError", unreadableRefusal());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    return socket;
  };
}

/** What is answered, and when. */
async function answered(socket: Socket): Promise<{ text: string; atMs: number }> {
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return { text: chunk.toString(), atMs: performance.now() };
}

test("connections that cannot be read are refused one by one, a hundred a second", async () => {
  const open = await start();
  const sockets = await Promise.all(Array.from({ length: 60 }, open));
  const answers = Promise.all(sockets.map(answered));

  for (const socket of sockets) socket.write(beginOfTls);

  const all = await answers;
  expect(all.every(({ text }) => text.startsWith("HTTP/1.1 400 Bad Request\r\n"))).toBe(true);
  const times = all.map(({ atMs }) => atMs);
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(300);
});

test("of a connection that waits for its refusal no more is read", async () => {
  const open = await start();
  const [socket] = await Promise.all(Array.from({ length: 400 }, open)).then((sockets) => {
    for (const each of sockets) each.write(beginOfTls);
    return sockets.slice(-1);
  });
  const block = Buffer.alloc(1024 * 1024, "x");

  for (let written = 0; written < 64; written++) socket?.write(block);
  await setTimeout(500);

  // What the buffers of the system do not take stays with its sender.
  expect(socket?.writableLength).toBeGreaterThan(32 * 1024 * 1024);
});

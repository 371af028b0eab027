import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { get, large, start } from "./connection-stage.ts";

test("strangers' requests behind refused ones are read no faster than the rate that all of them share", async () => {
  const stage = await start({ strangersPerSecond: 1_000_000 });
  const sockets = await Promise.all(Array.from({ length: 8 }, () => stage.open()));
  const refuseAll = () => {
    for (const { response } of stage.served) if (!response.headersSent) response.writeHead(401).end();
  };
  const beganMs = performance.now();
  for (const socket of sockets) socket.resume().write(get.repeat(500));

  while (performance.now() < beganMs + 500) {
    refuseAll();
    await setImmediate();
  }
  const answered = stage.served.length;
  const tookMs = performance.now() - beganMs;

  expect(answered).toBeGreaterThan(100);
  // A burst of two hundred, and then two in a millisecond.
  expect(answered).toBeLessThan(sockets.length + 200 + tookMs * 2.2);
});

test("strangers' bodies are read no faster than the rate that all of them share", async () => {
  const stage = await start({});
  const sockets = await Promise.all(Array.from({ length: 8 }, () => stage.open()));
  for (const socket of sockets) {
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${large.length}\r\n\r\n`);
    socket.write(large);
  }
  await until(() => stage.served.length === sockets.length);
  let read = 0;
  for (const { request } of stage.served) request.on("data", (chunk: Buffer) => (read += chunk.length));
  await until(() => read > 6 * 1024 * 1024);
  const beganMs = performance.now();
  const before = read;

  await delay(500);

  const perSecond = (read - before) / (performance.now() - beganMs) / 1_000;
  expect(read).toBeGreaterThan(before);
  expect(perSecond).toBeLessThan(8);
});

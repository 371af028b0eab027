import type { Socket } from "node:net";
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { mostUnfinished, readAheadBytes } from "../src/index.ts";
import { asked, get, isClosed, large, type Stage, start } from "./connection-stage.ts";

test("a caller's connection has unfinished requests up to the limit; further ones are served when others have been answered", async () => {
  const stage = await start({});
  const { socket } = await asked(stage, { holder: "pk_1" });

  socket.write(get.repeat(1_700));
  await until(() => stage.served.length === mostUnfinished);
  await setImmediate();

  expect(stage.read()).toBe(mostUnfinished);
  for (let answered = 0; answered < 1_701; answered++) {
    await until(() => stage.served.length > answered);
    stage.served[answered]?.response.end();
  }
});

test("one request at a time is read from a stranger's connection, and the others once its credentials prove valid", async () => {
  const stage = await start({});
  const socket = await stage.open();

  socket.write(get.repeat(mostUnfinished));
  await until(() => stage.served.length === 1);
  await setImmediate();

  expect(stage.read()).toBe(1);
  stage.connections.hold(stage.served[0]?.request.socket as Socket, "pk_1");
  await until(() => stage.served.length === mostUnfinished);
});

test("a body that arrives after its head is read while its request is unfinished", async () => {
  const stage = await start({});
  const socket = await stage.open();
  socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 300000\r\n\r\n");
  await until(() => stage.served.length === 1);
  const { request, response } = stage.served[0] as Stage["served"][number];
  let received = 0;
  request.on("data", (chunk: Buffer) => {
    received += chunk.length;
  });

  socket.write("x".repeat(300_000) + get);
  await until(() => received === 300_000);

  expect(stage.read()).toBe(1);
  response.end();
  await until(() => stage.served.length === 2);
});

test("of a body that arrives with its head, no more than the size of a head is parsed at once", async () => {
  const stage = await start({});
  const socket = await stage.open();
  const pieces: number[] = [];
  const head = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 60000\r\n\r\n";

  socket.write(head + "x".repeat(60_000));
  await until(() => stage.served.length === 1);
  stage.served[0]?.request.on("data", (chunk: Buffer) => pieces.push(chunk.length));

  await until(() => pieces.reduce((sum, bytes) => sum + bytes, 0) === 60_000);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(16 * 1024);
});

test("requests are served in order when one arrives in pieces, or begins in the piece that ends another", async () => {
  const stage = await start({});
  const { socket, response: first } = await asked(stage, { holder: "pk_1" });
  first.end();
  const text = ["/a", "/b", "/c"].map((path) => `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabc`).join("");

  for (const character of text) {
    socket.write(character);
    await setImmediate();
  }

  await until(() => stage.served.length === 4);
  expect(stage.served.slice(1).map(({ request }) => request.url)).toEqual(["/a", "/b", "/c"]);
});

test("unread responses stop the requests that follow, which go on when the responses are read", async () => {
  const stage = await start({});
  const { socket, response: first } = await asked(stage, { holder: "pk_1" });
  socket.pause();
  first.end(large);
  socket.write(get.repeat(40));
  await until(() => stage.served.length > 1);

  let bytes = 0;
  socket.on("data", (chunk) => {
    bytes += chunk.length;
  });
  socket.resume();
  for (let answered = 1; answered <= 40; answered++) {
    await until(() => stage.served.length > answered);
    stage.served[answered]?.response.end("x".repeat(100_000));
  }

  await until(() => bytes > large.length + 40 * 100_000);
});

test("a stranger whose CONNECT request detaches the parser in the middle of a chunk ends only its own connection", async () => {
  const stage = await start({});
  const socket = await stage.open();

  socket.write(`CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\nGET / HTTP/1.1\r\n${get}`);

  await isClosed(socket);
  expect((await asked(stage)).socket.destroyed).toBe(false);
});

test("no further request of a cut connection is served, even of the same piece", async () => {
  const cuts: string[] = [];
  const stage = await start({
    onRequest: ({ url = "", socket }) => {
      if (url !== "/cut") return;
      cuts.push(url);
      socket.destroy();
    },
  });
  const { socket } = await asked(stage, { holder: "pk_1" });
  const cut = "GET /cut HTTP/1.1\r\nhost: a\r\n\r\n";

  socket.write(cut + cut + cut);

  await isClosed(socket);
  expect(cuts).toEqual(["/cut"]);
});

test.each([
  { what: "in two pieces", pieces: ["GET / HTTP/1.", "1\r\nhost: a\r\n\r\n"] },
  { what: "of another version", pieces: ["GET / HTTP/1.0\r\nhost: a\r\nconnection: keep-alive\r\n\r\n"] },
])("requests $what wait for their turn like others", async ({ pieces }) => {
  const stage = await start({});
  const socket = await stage.open();

  for (let request = 0; request < 5; request++) {
    for (const piece of pieces) {
      socket.write(piece);
      await setImmediate();
      await setImmediate();
    }
  }
  await until(() => stage.served.length === 1);
  await delay(100);

  expect(stage.read()).toBe(1);
});

test("strangers who send more than can be held are cut off, and callers are not", async () => {
  const stage = await start({ most: 2_000 });
  const caller = await asked(stage, { holder: "pk_1" });
  caller.socket.write(get.repeat(2_000));
  const strangers: Socket[] = [];
  // No more at a time than the system lets wait: it would reset some.
  while (strangers.length < 1_400) strangers.push(...(await Promise.all(Array.from({ length: 200 }, stage.open))));

  for (const stranger of strangers) stranger.write(get.repeat(3_000));

  await until(() => strangers.filter(({ closed, destroyed }) => closed || destroyed).length > 20);
  expect(caller.request.socket.destroyed).toBe(false);
});

test("of a stranger's body that waits, no more is held than keeps Node from reading on", async () => {
  const stage = await start({});
  const send = async (count: number) => {
    const before = stage.served.length;
    const sockets = await Promise.all(Array.from({ length: count }, () => stage.open()));
    for (const socket of sockets) {
      socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${large.length}\r\n\r\n`);
      socket.write(large);
    }
    await until(() => stage.served.length === before + count);
    for (const { response } of stage.served.slice(before)) response.writeHead(401, { "content-length": 0 }).end();
    return stage.served.slice(before).map(({ request }) => request.socket);
  };
  // Uses up the burst.
  const [first] = await send(1);
  await until(() => (first?.bytesRead ?? 0) > 8 * 1_024 * 1_024);

  const waiting = await send(4);
  let most = 0;
  await until(() => {
    most = Math.max(most, ...waiting.map(({ readableLength }) => readableLength));
    return waiting.every(({ bytesRead, readableLength }) => bytesRead > 400_000 && readableLength === readAheadBytes);
  });

  // Node would read one more chunk of 64 KiB behind what waits, each time that a connection goes on.
  expect(most).toBeLessThan(64 * 1024);
});

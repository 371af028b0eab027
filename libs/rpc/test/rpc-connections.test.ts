import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { refused, serve } from "./echo-server.ts";
import { token } from "./echo-service.ts";

test("a connection that sends nothing, or half of a preface, is closed", async () => {
  const { port } = await serve({}, { headTimeoutMs: 50 });
  const silent = connect(port, "127.0.0.1");
  const halting = connect(port, "127.0.0.1");
  halting.write("PR");

  await Promise.all([once(silent.resume(), "close"), once(halting.resume(), "close")]);
});

test("a request whose head does not end is cut off", async () => {
  const { port } = await serve({}, { headTimeoutMs: 50 });
  const socket = connect(port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\n");

  const [answer] = await Promise.all([socket.toArray(), once(socket, "close")]);

  expect(Buffer.concat(answer).toString()).toMatch(/^HTTP\/1.1 408 /);
});

test("a protocol preface that arrives in pieces is understood", async () => {
  const { port } = await serve({});
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  onTestFinished(async () => void socket.destroy());
  await once(socket, "connect");
  for (const letter of "POST /parley.test.v1.EchoService/Get HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n") {
    await new Promise((resolve) => socket.write(letter, resolve));
  }

  const [answer] = await once(socket, "data");

  expect(String(answer)).toMatch(/^HTTP\/1.1 415 /);
});

test("connections beyond the limit are refused", async () => {
  const { port, server } = await serve({}, { maxConnections: 1 });
  const held = connect(port, "127.0.0.1");
  onTestFinished(() => void held.destroy());
  await once(held, "connect");

  await refused(server.address);
});

test("HTTP/2 takes the fast path too", async () => {
  const { server } = await serve({ get: (_request, { requestHeader }) => ({ text: requestHeader.get("x-question") ?? "" }) });
  const session = connectHttp2(server.address);
  onTestFinished(async () => session.destroy());

  const stream = session.request({
    ":method": "POST",
    ":path": "/parley.test.v1.EchoService/Get",
    "content-type": "application/proto",
    authorization: `Bearer ${token}`,
    "x-question": "why",
  });
  stream.end();
  const [headers] = await once(stream, "response");
  const chunks = await stream.toArray();

  expect(headers).toMatchObject({ ":status": 200, "content-type": "application/proto" });
  expect(Buffer.concat(chunks).toString("latin1")).toContain("why");
});

import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import type { EventStream } from "../request/event-stream.ts";
import { sendStream } from "./stream-response.ts";

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** The response of a server that sends these parts to a client that reads nothing. */
async function responseOf(parts: AsyncIterable<string>, { cutMs = 60_000 } = {}) {
  const server = Fastify({ forceCloseConnections: true });
  servers.push(server);
  const ended = vi.fn();
  server.addHook("onResponse", async () => ended());
  const returned = vi.fn(async () => ({ done: true as const, value: undefined }));
  const next = vi.fn(() => iterator.next());
  const iterator = parts[Symbol.asyncIterator]();
  const stream = { next, return: returned, [Symbol.asyncIterator]: () => stream };
  server.get("/", (_request, reply) =>
    sendStream(reply.header("x-given", "yes"), stream as unknown as EventStream, cutMs, () => undefined),
  );
  const sent = request(await server.listen({ host: "127.0.0.1", port: 0 }), { agent: false });
  sent.on("error", () => undefined);
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.on("error", () => undefined);
  return { response, next, returned, ended };
}

const never = new Promise<void>(() => undefined);

/** Sends more than the operating system buffers for an unread connection, and then nothing. */
async function* long(): AsyncGenerator<string> {
  for (let part = 0; part < 1_000; part++) {
    await new Promise(setImmediate);
    yield "x".repeat(64 * 1024);
  }
  await never;
}

async function* idle(): AsyncGenerator<string> {
  yield "first";
  await never;
}

function until(isSo: () => boolean): Promise<void> {
  return vi.waitFor(() => expect(isSo()).toBe(true), 10_000);
}

/** Waits until the response asks for no further part. */
async function stands(next: { readonly mock: { readonly calls: readonly unknown[] } }): Promise<number> {
  for (let seen = -1; seen !== next.mock.calls.length; ) {
    seen = next.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return next.mock.calls.length;
}

test("parts are sent as they come, with the headers of the response, which ends with them", async () => {
  const held = Promise.withResolvers<void>();
  async function* parts() {
    yield "first";
    await held.promise;
    yield "second";
  }
  const { response, ended } = await responseOf(parts());
  let text = "";
  response.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  await until(() => text === "first");
  held.resolve();
  await until(() => response.complete);

  expect([text, response.statusCode, response.headers["x-given"]]).toEqual(["firstsecond", 200, "yes"]);
  await until(() => ended.mock.calls.length === 1);
});

test("a stream waits for a client that reads nothing, and goes on when the client does", async () => {
  const { response, next } = await responseOf(long());
  const before = await stands(next);
  expect(before).toBeLessThan(500);

  response.on("data", () => undefined);

  await until(() => next.mock.calls.length > before + 100);
  response.destroy();
});

test.each([
  ["that read nothing", long],
  ["that was sent nothing", idle],
])("the stream is released when a client %s disconnects", async (_, parts) => {
  const { response, next, returned } = await responseOf(parts());
  await stands(next);

  response.destroy();

  await until(() => returned.mock.calls.length > 0);
});

test("a response that takes too long is cut off", async () => {
  const { response, returned } = await responseOf(long(), { cutMs: 300 });

  await until(() => returned.mock.calls.length > 0);
  response.resume();
  await until(() => response.closed);
  expect(response.complete).toBe(false);
});

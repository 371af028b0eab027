import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { create as createMessage, toBinary } from "@bufbuild/protobuf";
import { Code, createClient, type Transport } from "@connectrpc/connect";
import {
  compressionBrotli,
  compressionGzip,
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";
import { describe, expect, test } from "vitest";
import { failureOf } from "./echo-calls.ts";
import { openClient, post, serve } from "./echo-server.ts";
import { token } from "./echo-service.ts";
import { EchoRequestSchema, EchoService } from "./proto/gen/echo_pb.js";

type Create = (options: Parameters<typeof createConnectTransport>[0] & { httpVersion: "1.1" }) => Transport;

const protocols = [
  ["Connect, binary", createConnectTransport],
  ["Connect, JSON", (options) => createConnectTransport({ ...options, useBinaryFormat: false })],
  ["gRPC-Web", createGrpcWebTransport],
  ["gRPC", (options) => createGrpcTransport({ ...options, httpVersion: "2" } as never)],
] as const satisfies readonly (readonly [string, Create])[];
const encodings = [compressionGzip, compressionBrotli];
const maxMessageBytes = 100_000;

describe.each(protocols)("over %s", (_, create: Create) => {
  describe.each(encodings)("$name", (encoding) => {
    /** A client of somebody else that compresses everything that it sends. */
    async function open() {
      const { server } = await serve({}, { maxMessageBytes });
      const transport = create({
        baseUrl: server.address,
        httpVersion: "1.1",
        acceptCompression: [encoding],
        sendCompression: encoding,
        compressMinBytes: 0,
        interceptors: [
          (next) => (request) => {
            request.header.set("authorization", `Bearer ${token}`);
            return next(request);
          },
        ],
      });
      return createClient(EchoService, transport);
    }

    test("a compressed request is answered", async () => {
      const client = await open();
      const text = "compressible ".repeat(5_000);

      expect(await client.get({ text, number: 7 })).toMatchObject({ text, number: 7 });
    });

    test("a compressed request of a stream is answered", async () => {
      const client = await open();
      const numbers: number[] = [];

      for await (const { number } of client.count({ text: "compressible ".repeat(500), number: 3 })) numbers.push(number);

      expect(numbers).toEqual([1, 2, 3]);
    });

    test("a request that is too large once unpacked is refused, and the next one is answered", async () => {
      const client = await open();

      const error = await failureOf(client.get({ text: "x".repeat(8 * 1024 * 1024) }));

      expect(error.code).toBe(Code.ResourceExhausted);
      expect(error.rawMessage).toContain(`larger than configured readMaxBytes ${maxMessageBytes}`);
      expect(await client.get({ text: "small" })).toMatchObject({ text: "small" });
    });
  });
});

const text = "compressible ".repeat(5_000);
const message = Buffer.from(toBinary(EchoRequestSchema, createMessage(EchoRequestSchema, { text })));

test.each([
  ["gzip", promisify(gzip)],
  ["br", promisify(brotliCompress)],
] as const)("an answer is in %s only if its caller asks for it, in whatever form the request is", async (encoding, compress) => {
  const { server } = await serve({});
  const inJson = { "content-type": "application/json" };
  const compressed = (await compress(message)) as Buffer;

  const answers = await Promise.all([
    post(server.address, "Get", { "content-encoding": encoding }, compressed),
    post(server.address, "Get", { ...inJson, "accept-encoding": encoding }, JSON.stringify({ text })),
    post(server.address, "Get", { "content-encoding": encoding, "accept-encoding": "identity" }, compressed),
    post(server.address, "Get", inJson, JSON.stringify({ text })),
  ]);
  await Promise.all(answers.map(({ body }) => body.dump()));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(answers.map(({ headers }) => headers["content-encoding"])).toEqual([undefined, encoding, undefined, undefined]);
});

test("our own clients neither compress nor are answered in compressed form", async () => {
  let asked: string[] = [];
  const note = (headers: Headers) => {
    asked = [...asked, ...["content-encoding", "accept-encoding", "connect-accept-encoding"].map((name) => headers.get(name) ?? "")];
  };
  const { server } = await serve({
    get({ text }, { requestHeader }) {
      note(requestHeader);
      return { text };
    },
    async *count({ text }, { requestHeader }) {
      note(requestHeader);
      yield { text };
    },
  });
  const client = openClient(server.address);
  const encodings: (string | null)[] = [];
  const onHeader = (headers: Headers) => encodings.push(headers.get("content-encoding"), headers.get("connect-content-encoding"));

  await client.get({ text }, { onHeader });
  for await (const _ of client.count({ text }, { onHeader }));

  expect(asked.join()).not.toMatch(/gzip|br/);
  expect(encodings).toEqual([null, null, null, null]);
});

test("a request in another encoding is told which ones are read", async () => {
  const { server } = await serve({});

  const { statusCode, body } = await post(server.address, "Get", { "content-encoding": "zstd" }, "x");

  expect(statusCode).toBe(501);
  expect(await body.json()).toMatchObject({ code: "unimplemented", message: expect.stringMatching(/"zstd".*gzip,br/) });
});

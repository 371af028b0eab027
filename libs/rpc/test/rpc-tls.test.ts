import { once } from "node:events";
import { connect } from "node:net";
import { Code, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { Authority } from "@parley/testing";
import { afterAll, afterEach, expect, test } from "vitest";
import { createRpcServer, createRpcTransport, type RpcServerOptions, type RpcTransportOptions } from "../src/index.ts";
import { echoRegistration, token } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";

const authority = new Authority();
const stranger = new Authority();
const ca = authority.certificate;
const own = authority.issue("DNS:echo.example", "IP:127.0.0.1");
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

afterAll(() => {
  authority[Symbol.dispose]();
  stranger[Symbol.dispose]();
});

async function serve(tls: RpcServerOptions["tls"]) {
  const { registration } = echoRegistration({});
  const server = createRpcServer({ registrations: [registration], host: "127.0.0.1", port: 0, tls });
  const port = await server.listen();
  closing.push(() => server.close(0));
  return { address: server.address, port };
}

function clientOf(baseUrl: string, tls: RpcTransportOptions["tls"], options: Partial<RpcTransportOptions> = {}) {
  const transport = createRpcTransport({ baseUrl, tokens: [token], tls, ...options });
  closing.push(() => transport.close());
  return createClient(EchoService, transport);
}

async function counted(client: ReturnType<typeof clientOf>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { number } of client.count({ number: 3 })) numbers.push(number);
  return numbers;
}

test("with TLS, calls and streams use it, and an address is verified by the host in the URL", async () => {
  const { address, port } = await serve(own);
  expect(address).toMatch(/^https:/);

  const byAddress = clientOf(address, { ca });
  const byName = clientOf(`https://echo.example:${port}`, { ca }, { resolve: async () => ["127.0.0.1"] });

  for (const client of [byAddress, byName]) {
    expect(await client.get({ text: "a" })).toMatchObject({ text: "a" });
    expect(await counted(client)).toEqual([1, 2, 3]);
  }
});

test("a gRPC client is served over TLS on the same port", async () => {
  const { address } = await serve(own);
  const transport = createGrpcTransport({ baseUrl: address, nodeOptions: { ca } });

  const answer = await createClient(EchoService, transport).get({ text: "a" }, { headers: { authorization: `Bearer ${token}` } });

  expect(answer.text).toBe("a");
});

test("with an authority, a caller needs one of its certificates", async () => {
  const { address } = await serve({ ...own, ca });

  expect(await clientOf(address, { ca, ...authority.issue("DNS:gateway") }).get({ text: "a" })).toMatchObject({ text: "a" });
  expect(await counted(clientOf(address, { ca, ...authority.issue("DNS:gateway") }))).toEqual([1, 2, 3]);
  for (const tls of [{ ca }, { ca, ...stranger.issue("DNS:gateway") }, { ca, ...authority.issueExpired("DNS:gateway") }]) {
    const unary = await clientOf(address, tls)
      .get({})
      .catch((error: unknown) => error);
    expect(unary).toMatchObject({ code: Code.Unavailable });
    await expect(counted(clientOf(address, tls))).rejects.toThrow();
  }
});

test.each([
  ["of another authority", async () => serve(stranger.issue("IP:127.0.0.1"))],
  ["for another name", async () => serve(authority.issue("DNS:other.example"))],
  ["that has expired", async () => serve(authority.issueExpired("IP:127.0.0.1"))],
])("a service with a certificate %s is not called", async (_what, start) => {
  const { address } = await start();
  const client = clientOf(address, { ca });

  const error = await client.get({}).catch((reason: unknown) => reason);

  expect(error).toMatchObject({ code: Code.Unavailable });
  await expect(counted(client)).rejects.toThrow();
});

test("a port with TLS does not respond to plain text", async () => {
  const { port } = await serve(own);
  const plain = clientOf(`http://127.0.0.1:${port}`, undefined);

  await expect(plain.get({})).rejects.toMatchObject({ code: Code.Unavailable });
});

test("a server that closes cuts off connections in their handshake", async () => {
  const { registration } = echoRegistration({});
  const server = createRpcServer({ registrations: [registration], host: "127.0.0.1", port: 0, tls: own });
  const socket = connect(await server.listen(), "127.0.0.1");
  await once(socket, "connect");
  const closed = once(socket, "close");
  socket.resume();

  await server.close(50);

  await closed;
});

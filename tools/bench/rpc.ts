import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { create } from "@bufbuild/protobuf";
import { createClient, createRouterTransport, type ServiceImpl, type Transport } from "@connectrpc/connect";
import { connectNodeAdapter, createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { createLocalTransport, createRpcClient, createRpcServer, createRpcTransport, implement } from "../../libs/runtime/src/rpc/index.ts";
import { EchoRequestSchema, EchoService } from "../../libs/runtime/test/proto/gen/echo_pb.js";

// What a call costs on each path: `node tools/bench/rpc.ts`. Server and client are processes of their own; rounds alternate, medians count.
const token = "a-service-token-of-a-usual-length";
const concurrency = 32;
const rounds = 5;
const roundMs = 1_500;

const handlers: ServiceImpl<typeof EchoService> = {
  get: ({ text, number }) => ({ text, number }),
  change: ({ text, number }) => ({ text, number }),
  async *count() {},
  sum: async () => ({}),
  async *chat() {},
};
const registration = implement(EchoService, handlers, {
  tokens: [token],
  defaultTimeoutMs: 5_000,
  maxTimeoutMs: 60_000,
  onBug: console.error,
  observe: () => undefined,
});

if (process.argv[2] === "server") await serve();
else await measureAll();

/** Serves our server and Connect's own, which has the bare handlers: no token, no rules, no deadline, no report. */
async function serve(): Promise<void> {
  const ours = createRpcServer({ registrations: [registration], host: "127.0.0.1", port: 0 });
  const stock = createServer(connectNodeAdapter({ routes: (router) => router.service(EchoService, handlers), acceptCompression: [] }));
  await new Promise<void>((resolve) => stock.listen(0, "127.0.0.1", resolve));
  await ours.listen();
  process.on("message", () => process.send?.(process.cpuUsage()));
  process.send?.({ ours: ours.address, stock: `http://127.0.0.1:${(stock.address() as AddressInfo).port}` });
}

interface Way {
  readonly name: string;
  readonly transport: Transport;
  readonly perSecond: number[];
  readonly clientMicros: number[];
  readonly serverMicros: number[];
}

async function measureAll(): Promise<void> {
  const server = fork(import.meta.filename, ["server"]);
  const [address] = (await once(server, "message")) as [{ ours: string; stock: string }];
  const stockOptions = { baseUrl: address.stock, acceptCompression: [] };
  const ways = [
    way("Connect's own client and server, HTTP/1.1", createConnectTransport({ ...stockOptions, httpVersion: "1.1" })),
    way("fast path both ways", createRpcTransport({ baseUrl: address.ours, tokens: [token] })),
    way("gRPC by connect-node to our server", withToken(createGrpcTransport({ ...stockOptions, baseUrl: address.ours }))),
    way(
      "in memory, createRouterTransport",
      createRouterTransport((router) => router.service(EchoService, handlers)),
    ),
    way(
      "in memory, local transport",
      createLocalTransport(() => [registration]),
    ),
  ];
  for (let round = 0; round <= rounds; round++) {
    for (const each of ways) await measure(each, server, round > 0);
  }
  const [reference] = ways;
  console.log("| way | calls/s | CPU µs client + server | times the first |\n|---|---|---|---|");
  for (const { name, perSecond, clientMicros, serverMicros } of ways) {
    const ratio = median(perSecond) / median(reference?.perSecond ?? []);
    console.log(
      `| ${name} | ${Math.round(median(perSecond))} | ${median(clientMicros).toFixed(0)} + ${median(serverMicros).toFixed(0)} | ${ratio.toFixed(1)} |`,
    );
  }
  server.kill();
  process.exit();
}

function way(name: string, transport: Transport): Way {
  return { name, transport, perSecond: [], clientMicros: [], serverMicros: [] };
}

/** One round; the first only warms up. */
async function measure(way: Way, server: ReturnType<typeof fork>, counts: boolean): Promise<void> {
  const client =
    way.name.startsWith("Connect's own") || way.name.includes("Router")
      ? createClient(EchoService, way.transport)
      : createRpcClient(EchoService, way.transport);
  const text = "x".repeat(290);
  let calls = 0;
  const started = performance.now();
  const [clientCpu, serverCpu] = [process.cpuUsage(), await cpuOf(server)];
  const worker = async () => {
    while (performance.now() - started < roundMs) {
      await client.get(create(EchoRequestSchema, { text, number: calls }));
      calls++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - started) / 1_000;
  if (!counts) return;
  way.perSecond.push(calls / seconds);
  way.clientMicros.push(total(process.cpuUsage(clientCpu)) / calls);
  way.serverMicros.push((total(await cpuOf(server)) - total(serverCpu)) / calls);
}

async function cpuOf(server: ReturnType<typeof fork>): Promise<NodeJS.CpuUsage> {
  server.send("cpu");
  const [usage] = (await once(server, "message")) as [NodeJS.CpuUsage];
  return usage;
}

function total({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function withToken(transport: Transport): Transport {
  const headers = { authorization: `Bearer ${token}` };
  return {
    unary: (method, signal, timeoutMs, _header, input) => transport.unary(method, signal, timeoutMs, headers, input),
    stream: (method, signal, timeoutMs, _header, input) => transport.stream(method, signal, timeoutMs, headers, input),
  };
}

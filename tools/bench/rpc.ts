import { randomUUID } from "node:crypto";
import { createServer as createHttp1Server } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { create } from "@bufbuild/protobuf";
import { type Client, createClient, createRouterTransport, type ServiceImpl } from "@connectrpc/connect";
import { connectNodeAdapter, createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { type RequestContext, runWithContext } from "@parley/kernel";
import { createLocalTransport, createRpcClient, createRpcServer, createRpcTransport, implement } from "../../libs/rpc/src/index.ts";
import { EchoRequestSchema, EchoService } from "../../libs/rpc/test/proto/gen/echo_pb.js";
import { Aside } from "../installation/aside.ts";
import { closedLoop, median, type Outcome } from "./figures.ts";

// The cost of a call on each path. Server and client are separate processes; rounds alternate, medians count.
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

if (process.send !== undefined) await serve();

/** Serves our server, and Connect's own with the bare handlers: no token, no validation, no deadline, no report. */
async function serve(): Promise<void> {
  const ours = createRpcServer({ registrations: [registration], host: "127.0.0.1", port: 0 });
  const adapter = connectNodeAdapter({ routes: ({ service }) => service(EchoService, handlers), acceptCompression: [] });
  const [http1, http2] = [createHttp1Server(adapter), createHttp2Server(adapter)];
  await ours.listen();
  const ports = [];
  for (const server of [http1, http2]) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ports.push((server.address() as AddressInfo).port);
  }
  process.on("message", () => process.send?.(process.cpuUsage()));
  process.send?.({ ours: ours.address, http1: `http://127.0.0.1:${ports[0]}`, http2: `http://127.0.0.1:${ports[1]}` });
}

interface Way {
  readonly name: string;
  readonly client: Client<typeof EchoService>;
  readonly perSecond: number[];
  readonly clientMicros: number[];
  readonly serverMicros: number[];
}

export async function benchRpc(): Promise<Outcome> {
  const server = await Aside.start(import.meta.filename);
  const address: { readonly ours: string; readonly http1: string; readonly http2: string } = server.said;
  const stock = createConnectTransport({ baseUrl: address.http1, acceptCompression: [], httpVersion: "1.1" });
  const grpc = createGrpcTransport({ baseUrl: address.http2, acceptCompression: [] });
  const router = createRouterTransport(({ service }) => service(EchoService, handlers));
  const ways = [
    way("connect-node, Connect over HTTP/1.1", createClient(EchoService, stock)),
    way("connect-node, gRPC over HTTP/2", createClient(EchoService, grpc)),
    way("ours", createRpcClient(EchoService, createRpcTransport({ baseUrl: address.ours, tokens: [token] }))),
    way("in memory, createRouterTransport", createClient(EchoService, router)),
    way(
      "in memory, ours",
      createRpcClient(
        EchoService,
        createLocalTransport(() => [registration]),
      ),
    ),
  ];
  for (let round = 0; round <= rounds; round++) {
    // The first round is a warm-up.
    for (const each of ways) await runWithContext(ownCall(), () => measure(each, server, round > 0));
  }
  console.log("| way | calls/s | CPU µs client + server | calls/s, times the first | CPU, of the first |\n|---|---|---|---|---|");
  for (const each of ways) console.log(row(each, ways[0] ?? each));
  await server[Symbol.asyncDispose]();
  return {};
}

function way(name: string, client: Client<typeof EchoService>): Way {
  return { name, client, perSecond: [], clientMicros: [], serverMicros: [] };
}

// Calls as a service makes them: with a request id, a deadline and a signal to pass on.
function ownCall(): RequestContext {
  return { requestId: randomUUID(), deadlineMs: performance.now() + 60_000, signal: new AbortController().signal, traced: false };
}

async function measure({ client, perSecond, clientMicros, serverMicros }: Way, server: Aside, counts: boolean): Promise<void> {
  const text = "x".repeat(290);
  const serverBefore = await cpuMicros(server);
  const clientBefore = process.cpuUsage();
  const round = await closedLoop(concurrency, roundMs, (number) => client.get(create(EchoRequestSchema, { text, number })));
  const { user, system } = process.cpuUsage(clientBefore);
  if (!counts) return;
  perSecond.push(round.perSecond);
  clientMicros.push((user + system) / round.calls);
  serverMicros.push(((await cpuMicros(server)) - serverBefore) / round.calls);
}

async function cpuMicros(server: Aside): Promise<number> {
  const { user, system } = await server.ask<NodeJS.CpuUsage>("cpu");
  return user + system;
}

function row(each: Way, first: Way): string {
  const speed = median(each.perSecond) / median(first.perSecond);
  const cpu = (median(each.clientMicros) + median(each.serverMicros)) / (median(first.clientMicros) + median(first.serverMicros));
  const micros = `${median(each.clientMicros).toFixed(1)} + ${median(each.serverMicros).toFixed(1)}`;
  return `| ${each.name} | ${Math.round(median(each.perSecond))} | ${micros} | ${speed.toFixed(1)} | 1/${(1 / cpu).toFixed(1)} |`;
}

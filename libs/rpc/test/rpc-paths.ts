import { Agent } from "node:http";
import type { Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport, Http2SessionManager } from "@connectrpc/connect-node";
import {
  createLocalTransport,
  createRpcServer,
  createRpcTransport,
  type RpcServerOptions,
  type ServiceRegistration,
} from "../src/index.ts";
import { token } from "./echo-service.ts";

/** A path by which a call reaches a handler. */
interface Path {
  readonly name: string;
  readonly network: boolean;
  /** Bidirectional streams need HTTP/2, or a call within the process. */
  readonly bidi: boolean;
  open(registrations: readonly ServiceRegistration[], options?: PathOptions): Promise<OpenPath>;
}

export interface PathOptions extends Partial<RpcServerOptions> {
  /** Undefined sends none. */
  readonly token?: string | undefined;
}

interface OpenPath {
  readonly transport: Transport;
  close(): Promise<void>;
}

const common = { acceptCompression: [], readMaxBytes: 4 * 1024 * 1024 };

/** All paths. The same suite runs over each of them. */
export const paths: readonly Path[] = [
  { name: "local", network: false, bidi: true, open: openLocal },
  networkPath("fast path both ways", true, (baseUrl, tokens) => createRpcTransport({ baseUrl, tokens, defaultTimeoutMs: 2_000 })),
  networkPath("Connect client, binary, HTTP/1.1", false, (baseUrl, tokens) => stockHttp1(baseUrl, tokens, true)),
  networkPath("Connect client, JSON, HTTP/1.1", false, (baseUrl, tokens) => stockHttp1(baseUrl, tokens, false)),
  networkPath("Connect client, HTTP/2", true, (baseUrl, tokens) => stockHttp2(createConnectTransport, baseUrl, tokens)),
  networkPath("gRPC client", true, (baseUrl, tokens) => stockHttp2(createGrpcTransport, baseUrl, tokens)),
  networkPath("gRPC-Web client", true, (baseUrl, tokens) => stockHttp2(createGrpcWebTransport, baseUrl, tokens)),
];

async function openLocal(registrations: readonly ServiceRegistration[]): Promise<OpenPath> {
  return { transport: createLocalTransport(() => registrations), close: async () => undefined };
}

type Closable = Transport & { close(): Promise<void> };

function networkPath(name: string, bidi: boolean, connect: (baseUrl: string, tokens: string[]) => Closable): Path {
  return {
    name,
    network: true,
    bidi,
    async open(registrations, options = {}) {
      const server = createRpcServer({ registrations, host: "127.0.0.1", port: 0, ...options });
      await server.listen();
      const presented = "token" in options ? options.token : token;
      const transport = connect(server.address, presented === undefined ? [] : [presented]);
      return {
        transport,
        async close() {
          await transport.close();
          await server.close(1_000);
        },
      };
    },
  };
}

function stockHttp1(baseUrl: string, tokens: string[], useBinaryFormat: boolean): Closable {
  const agent = new Agent({ keepAlive: true });
  const transport = createConnectTransport({ baseUrl, httpVersion: "1.1", useBinaryFormat, nodeOptions: { agent }, ...common });
  return withToken(transport, tokens, () => agent.destroy());
}

type StockHttp2 = (options: typeof common & { baseUrl: string; httpVersion: "2"; sessionManager: Http2SessionManager }) => Transport;

function stockHttp2(create: StockHttp2, baseUrl: string, tokens: string[]): Closable {
  const sessionManager = new Http2SessionManager(baseUrl);
  return withToken(create({ baseUrl, httpVersion: "2", sessionManager, ...common }), tokens, () => sessionManager.abort());
}

function withToken(transport: Transport, [presented]: string[], close: () => void): Closable {
  const add = (header: ConstructorParameters<typeof Headers>[0]) => {
    const headers = new Headers(header);
    if (presented !== undefined) headers.set("authorization", `Bearer ${presented}`);
    return headers;
  };
  return {
    unary: (method, signal, timeoutMs, header, input) => transport.unary(method, signal, timeoutMs, add(header), input),
    stream: (method, signal, timeoutMs, header, input) => transport.stream(method, signal, timeoutMs, add(header), input),
    close: async () => close(),
  };
}

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { until } from "@parley/testing";
import { onTestFinished } from "vitest";
import { BoundedConnections, readAheadBytes } from "../src/index.ts";

export const get = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
export const large = Buffer.alloc(16 * 1024 * 1024, "x");

export interface Stage {
  readonly connections: BoundedConnections;
  /** Requests that have been served and not answered. */
  readonly served: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
  /** The number of requests that Node has read. */
  readonly read: () => number;
  readonly open: () => Promise<Socket>;
}

interface StageBounds {
  readonly most?: number;
  readonly unreadTimeoutMs?: number;
  readonly keepAliveMs?: number;
  readonly requestTimeoutMs?: number;
  readonly strangersPerSecond?: number;
  readonly pacesCallers?: true;
  readonly refuseUnreadable?: (error: Error, socket: Socket) => void;
  /** Called with each request while it is parsed. */
  readonly onRequest?: (request: IncomingMessage) => void;
}

/** A server whose connections are bounded; it sends no response by itself. */
export async function start({
  most = 100,
  unreadTimeoutMs = 30_000,
  keepAliveMs = 60_000,
  requestTimeoutMs = 60_000,
  strangersPerSecond,
  pacesCallers,
  refuseUnreadable,
  onRequest,
}: StageBounds): Promise<Stage> {
  const served: Stage["served"] = [];
  let read = 0;
  const server = createServer(
    { keepAliveTimeout: keepAliveMs, requestTimeout: requestTimeoutMs, connectionsCheckingInterval: 50, highWaterMark: readAheadBytes },
    (request, response) => {
      read++;
      onRequest?.(request);
      if (connections.begin(request, response)) served.push({ request, response });
    },
  );
  const connections = new BoundedConnections(server, {
    most,
    unreadTimeoutMs,
    strangersPerSecond,
    ...(refuseUnreadable === undefined ? {} : { refuseUnreadable }),
    ...(pacesCallers === undefined ? {} : { pacesCallers }),
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const open = async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  };
  return { connections, served, read: () => read, open };
}

/** Fulfilled when the other side has closed the connection. */
export async function isClosed(socket: Socket): Promise<void> {
  socket.resume();
  await until(() => socket.closed);
}

/** Opens a connection and sends a request, which is served but not answered. */
export async function asked(stage: Stage, { holder }: { holder?: string } = {}) {
  const socket = await stage.open();
  const before = stage.served.length;
  socket.write(get);
  await until(() => stage.served.length > before);
  const { request, response } = stage.served.at(-1) as Stage["served"][number];
  if (holder !== undefined) stage.connections.hold(request.socket, holder);
  return { socket, request, response };
}

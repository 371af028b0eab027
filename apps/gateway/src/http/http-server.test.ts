import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createMetrics, type Host } from "@parley/runtime";
import { expect, onTestFinished, test, vi } from "vitest";
import type { AnswerError } from "../request/error-envelope.ts";
import { HttpServer } from "./http-server.ts";
import type { RequestRecord } from "./request-record.ts";
import type { GatewayConfig } from "./settings.ts";

test("a caller who comes with many strangers is served before nearly all of them, and a turn of the event loop serves a few requests", async () => {
  const { server, open, served, mostInTurn } = await started();
  const strangers = await Promise.all(Array.from({ length: 100 }, open));
  const caller = await open();
  // It accepts one connection in a turn.
  await vi.waitFor(() => expect(server.connections.count().strangers).toBe(101));

  // The kernel has all of them when the server next looks, the caller's last.
  for (const stranger of strangers) stranger.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  caller.write("GET / HTTP/1.1\r\nhost: a\r\nx-caller: pk_1\r\n\r\n");
  await vi.waitFor(() => expect(served).toHaveLength(101));

  expect(served.indexOf("pk_1")).toBeLessThan(15);
  expect(mostInTurn()).toBeLessThan(20);
});

test("requests that become too slow one after the other are not refused all in one turn", async () => {
  const { open } = await started({ receiveTimeoutMs: 300 });
  const begunMs = performance.now();
  const stranger = await open();
  stranger.write("GET / HTTP/1.1\r\n");

  await once(stranger, "close");

  // A look each second would find all that became too slow within it.
  expect(performance.now() - begunMs).toBeLessThan(900);
});

/** A server with one route, which notes who is served; `x-caller` names a caller. */
async function started(changed: Partial<GatewayConfig> = {}) {
  const served: string[] = [];
  let [inTurn, mostInTurn] = [0, 0];
  const note = (caller: string) => {
    served.push(caller);
    if (inTurn++ > 0) return;
    setImmediate(() => {
      mostInTurn = Math.max(mostInTurn, inTurn);
      inTurn = 0;
    });
  };
  const server = new HttpServer(
    { ...host, metrics: createMetrics() },
    { ...config, ...changed },
    {
      answerError: (() => ({ status: 500, body: "" })) as unknown as AnswerError,
      routes: [],
      admission: { shed: () => undefined },
      queue: { isShared: () => true },
      callerOf: (headers) => String(headers["x-caller"] ?? ""),
      record: { ended: () => undefined } as unknown as RequestRecord,
    },
  );
  const handle: HttpRouteHandle = async ({ headers }) => note(String(headers["x-caller"] ?? ""));
  server.serve([{ method: "GET", path: "/", openTo: "everyone", bodyBytes: 0, handle }]);
  const port = await server.listen();
  onTestFinished(() => server.close());
  const open = async (): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1").resume();
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    return socket;
  };
  return { server, served, mostInTurn: () => mostInTurn, open };
}

type HttpRouteHandle = NonNullable<Parameters<HttpServer["serve"]>[0][number]["handle"]>;

const host = {
  listenAddress: "127.0.0.1",
  shutdownDelayMs: 0,
  shutdownGraceMs: 1_000,
  health: { ready: () => true },
  ops: () => undefined,
} as unknown as Host;

const config = {
  port: 0,
  maxBodyBytes: 1_024,
  maxConnections: 200,
  receiveTimeoutMs: 30_000,
  unreadTimeoutMs: 30_000,
  proxyHops: 0,
} as unknown as GatewayConfig;

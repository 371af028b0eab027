import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@connectrpc/connect";
import { until } from "@parley/testing";
import { request } from "undici";
import { onTestFinished } from "vitest";
import { createRpcServer, createRpcTransport, type RpcServerOptions } from "../src/index.ts";
import { echoRegistration, token } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";

/** Serves the test service until the test ends. */
export async function serve(handlers: Parameters<typeof echoRegistration>[0], options: Partial<RpcServerOptions> = {}) {
  const { registration, reports } = echoRegistration(handlers);
  const server = createRpcServer({ registrations: [registration], host: "127.0.0.1", port: 0, ...options });
  const port = await server.listen();
  onTestFinished(() => server.close(0));
  return { server, port, reports };
}

/** A client of our own transport; it closes when the test ends. */
export function openClient(baseUrl: string, options: Partial<Parameters<typeof createRpcTransport>[0]> = {}) {
  const transport = createRpcTransport({ baseUrl, tokens: [token], ...options });
  onTestFinished(() => transport.close());
  return createClient(EchoService, transport);
}

/** Sends a unary call by hand. */
export function post(address: string, method: string, headers: Record<string, string>, body: string | Buffer = "") {
  const all = { "content-type": "application/proto", authorization: `Bearer ${token}`, connection: "close", ...headers };
  return request(`${address}/parley.test.v1.EchoService/${method}`, { method: "POST", headers: all, body });
}

/** Settles once the address accepts no connection. A connection over the limit is accepted by the kernel and closed at once. */
export async function refused(address: string): Promise<void> {
  const { hostname, port } = new URL(address);
  await until(async () => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    const closed = new Promise<true>((resolve) => socket.resume().once("close", () => resolve(true)));
    const isRefused = await Promise.race([closed, delay(50, false)]);
    socket.destroy();
    return isRefused;
  });
}

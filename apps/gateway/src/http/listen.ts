import { once } from "node:events";
import { type AddressInfo, Server as NetServer } from "node:net";
import { closeIdlePeriodically, drainBacklog } from "@parley/rpc";
import type { FastifyInstance } from "fastify";

/** Listens, and returns the port. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<number> {
  await server.listen({ host, port });
  return (server.server.address() as AddressInfo).port;
}

/**
 * Stops accepting connections at once, so that no new one is cut off. Open connections get `connection: close` with their next response and
 * are closed after `lastCallMs`; a streaming response has sent its headers already, so its connection closes when the stream ends. After
 * `cutMs` every remaining connection is cut off.
 */
export async function close(server: FastifyInstance, { lastCallMs, cutMs }: { lastCallMs: number; cutMs: number }): Promise<void> {
  const closed = once(server.server, "close");
  await drainBacklog();
  // The HTTP server's own `close` is not used: it also ends idle connections at once, although their next requests may be on their way.
  NetServer.prototype.close.call(server.server);
  const endClosing = closeIdlePeriodically(lastCallMs, () => server.server.closeIdleConnections());
  const cut = setTimeout(() => server.server.closeAllConnections(), cutMs);
  await closed;
  endClosing();
  clearTimeout(cut);
  await server.close();
}

/** How long an idle connection is kept: longer than load balancers keep theirs, so that they close first. */
export const keepAliveMs = 75_000;

// Clients subtract up to two seconds from the announced time, and keep no connection when nothing remains.
const leastSeconds = 4;

/**
 * The keep-alive time announced in responses: shorter than the time for which a stopping gateway keeps serving. A client that obeys it
 * closes an idle connection before the gateway does, so no request is lost on the way.
 */
export function keepAliveHeader(shutdownDelayMs: number): { readonly "keep-alive"?: string } {
  if (shutdownDelayMs === 0) return {};
  return { "keep-alive": `timeout=${Math.max(leastSeconds, Math.ceil(shutdownDelayMs / 1_000) - 1)}` };
}

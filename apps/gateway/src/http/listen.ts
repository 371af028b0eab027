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

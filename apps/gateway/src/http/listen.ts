import { once } from "node:events";
import { type AddressInfo, Server as NetServer } from "node:net";
import { closeIdlePeriodically, drainBacklog } from "@parley/rpc";
import type { FastifyInstance } from "fastify";

// Servers whose listener is about to close.
const closing = new WeakSet<object>();

/** Whether an answer tells its client to use the connection no more. */
export function endsConnection({ server }: FastifyInstance, isReady: boolean): boolean {
  if (!server.listening) return true;
  // Who is told at the last moment would open another one while the listener closes, which resets it.
  return !isReady && !closing.has(server);
}

/** Listens, and answers the port. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<number> {
  await server.listen({ host, port });
  return (server.server.address() as AddressInfo).port;
}

/**
 * Stops taking connections at once, so that none is begun that would be cut; those that are open hear with their next answer that it was the last, and are
 * closed once they have had `lastCallMs` to ask. An answer that streams has told its headers before: its connection is closed behind it. After `cutMs`
 * whatever is still open is cut off.
 */
export async function close(server: FastifyInstance, { lastCallMs, cutMs }: { lastCallMs: number; cutMs: number }): Promise<void> {
  const closed = once(server.server, "close");
  closing.add(server.server);
  await drainBacklog();
  // Not the HTTP server's own `close`: it ends idle connections at the same time, under requests that are on their way.
  NetServer.prototype.close.call(server.server);
  const endClosing = closeIdlePeriodically(lastCallMs, () => server.server.closeIdleConnections());
  const cut = setTimeout(() => server.server.closeAllConnections(), cutMs);
  await closed;
  endClosing();
  clearTimeout(cut);
  await server.close();
}

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A proxy to Postgres on which connections can fall silent, as when the machine behind them loses power: nothing arrives, and nothing is
 * closed.
 */
interface Gate {
  /** The URL that leads through the gate. */
  readonly url: string;
  /** Stops all bytes on the open connections; new connections work. */
  silence(): void;
}

export async function gateTo(databaseUrl: string): Promise<Gate> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy()).once("close", () => to.destroy());
      from.pipe(to);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  const through = new URL(databaseUrl);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

interface SilentServer extends AsyncDisposable {
  readonly port: number;
  /** Open connections. */
  readonly connections: number;
}

/** Accepts connections and never sends anything. */
export async function openSilentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.resume();
    sockets.add(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return sockets.size;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

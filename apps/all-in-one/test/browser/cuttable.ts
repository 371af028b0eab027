import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A network path to a server that can be interrupted and restored. */
export interface Cuttable extends AsyncDisposable {
  readonly url: string;
  /** Closes all connections and refuses new ones. */
  readonly cut: () => void;
  readonly mend: () => void;
}

export async function cuttable(url: string): Promise<Cuttable> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const onwards = connect(Number(port), hostname);
    for (const each of [socket, onwards]) {
      sockets.add(each);
      each.once("close", () => {
        sockets.delete(each);
        socket.destroy();
        onwards.destroy();
      });
      // The other end reports the error too.
      each.on("error", () => undefined);
    }
    socket.pipe(onwards).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      isCut = false;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

import { connect, createServer, type Socket } from "node:net";

interface Backend {
  readonly address: string;
  readonly port: number;
}

/** Acts like a virtual address of a cluster: each connection goes to one of the backends that exist when it is opened. */
export async function connectionBalancer(host = "127.0.0.1", wantedPort = 0) {
  const balancer = { backends: [] as Backend[] };
  const sockets = new Set<Socket>();
  let next = 0;
  const server = createServer((socket) => {
    const backend = balancer.backends[next++ % balancer.backends.length];
    if (backend === undefined) {
      socket.destroy();
      return;
    }
    const behind = connect(backend.port, backend.address);
    for (const each of [socket, behind]) {
      sockets.add(each);
      each.on("error", () => undefined).once("close", () => sockets.delete(each));
    }
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, host, resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(balancer, {
    address: `http://${host}:${port}`,
    port,
    connections: () => sockets.size / 2,
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

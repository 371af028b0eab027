import type { Server } from "node:http";
import type { Socket } from "node:net";
import { readProxyHeader } from "./proxy-header.ts";

type Serve = (this: Server, socket: Socket) => void;

interface HeaderBounds {
  /** Most connections that wait for their header at the same time: a further one replaces the oldest. */
  readonly most: number;
  /** ms within which the whole header has to arrive. */
  readonly withinMs?: number;
}

// ms: long enough for a lost segment to be sent again.
const longestWaitMs = 3_000;

/**
 * Requires a PROXY protocol header at the beginning of every connection of a server, and serves the connection with the header's address as
 * its own. A connection that begins otherwise, or has not sent a whole header in time, is closed. To be called when the server has all its
 * listeners.
 */
export function takeProxyHeaders(server: Server, { most, withinMs = longestWaitMs }: HeaderBounds): void {
  const serving = server.listeners("connection") as Serve[];
  server.removeAllListeners("connection");
  const waiting = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    // The server counts a connection only from its header on.
    const [oldest] = waiting;
    if (waiting.size >= most) oldest?.destroy();
    waiting.add(socket);
    socket.once("close", () => waiting.delete(socket));
    afterHeader(socket, withinMs, () => {
      waiting.delete(socket);
      for (const serve of serving) serve.call(server, socket);
    });
  });
}

function afterHeader(socket: Socket, withinMs: number, serve: () => void): void {
  let received: Buffer = Buffer.alloc(0);
  const end = () => void socket.destroy();
  const late = setTimeout(end, withinMs);
  const read = () => {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) return;
    received = Buffer.concat([received, chunk]);
    const header = readProxyHeader(received);
    if (header.state === "partial") return;
    if (header.state === "wrong") return end();
    clearTimeout(late);
    socket.off("readable", read);
    if (header.address !== undefined) Object.defineProperty(socket, "remoteAddress", { value: header.address });
    if (received.length > header.bytes) socket.unshift(received.subarray(header.bytes));
    // In the next turn of the event loop the socket has noticed that `readable` has no listener any more, and behaves like a new one.
    setImmediate(() => {
      socket.off("end", end).off("error", end).off("close", stop);
      if (!socket.destroyed) serve();
    });
  };
  const stop = () => clearTimeout(late);
  socket.on("readable", read).on("end", end).on("error", end).on("close", stop);
}

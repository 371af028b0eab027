import type { Socket } from "node:net";
import { LeakyBucket } from "@parley/runtime";
import { headersOfAnswer, invalidAnswer } from "./request-head.ts";

interface Refusal {
  readonly status: number;
  readonly words: string;
}

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, words: "Request Header Fields Too Large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, words: "Request Timeout" },
};
const badRequest: Refusal = { status: 400, words: "Bad Request" };

const priceMs = 10;
const atOnce = 20;

/**
 * Refuses bytes that are not an HTTP request, or not yet a whole one after its time, by a leaky bucket: twenty at once, then a hundred a second. Thousands of
 * connections that wish to speak TLS, or that began together, would else be refused together, and all come again together.
 */
export function unreadableRefusal(): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const bucket = new LeakyBucket(atOnce * priceMs);
  // Node reports one that is too slow again each second.
  const waiting = new WeakSet<Socket>();
  return (error, socket) => {
    const { code = "" } = error;
    if (code === "ECONNRESET" || waiting.has(socket)) return;
    waiting.add(socket);
    const refusal = refusals[code] ?? badRequest;
    const waitMs = bucket.queue(priceMs);
    if (waitMs <= 0) return refuse(socket, refusal);
    socket.pause();
    const { bytesWritten } = socket;
    setTimeout(() => {
      // The response to an earlier request came in between: another one behind it would be of none.
      if (socket.bytesWritten > bytesWritten) socket.destroy();
      else refuse(socket, refusal);
      // To hear that its client has closed it.
      socket.resume();
    }, waitMs).unref();
  };
}

/** There is only a socket. */
function refuse(socket: Socket, { status, words }: Refusal): void {
  if (!socket.writable) return;
  // What is still unread would stand before this response: it could stay open for as long as its client likes.
  if (socket.writableLength > 0) return void socket.destroy();
  const { requestId, body } = invalidAnswer(`The request could not be read (${words}).`);
  const headers = Object.entries({ ...headersOfAnswer(requestId), "content-length": Buffer.byteLength(body), connection: "close" });
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${words}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

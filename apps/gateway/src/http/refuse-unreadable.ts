import type { Socket } from "node:net";
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

/** Refuses bytes that are not an HTTP request, or are still incomplete when their time ends. There is no request yet, only a socket. */
export function refuseUnreadable({ code = "" }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  // A response queued behind unread ones could stay open for as long as its client likes.
  if (socket.writableLength > 0) return void socket.destroy();
  const { status, words } = refusals[code] ?? badRequest;
  const { requestId, body } = invalidAnswer(`The request could not be read (${words}).`);
  const headers = Object.entries({ ...headersOfAnswer(requestId), "content-length": Buffer.byteLength(body), connection: "close" });
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${words}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

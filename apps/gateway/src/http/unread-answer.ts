import type { ServerResponse } from "node:http";

/**
 * Ends the connection of a client that has read nothing of a response for so long, although something is waiting to be read. The socket's
 * own time-out detects it, which also sees progress within one large write.
 */
export function endUnread(response: ServerResponse, stallMs: number): void {
  response.setTimeout(stallMs, () => {
    if ((response.socket?.writableLength ?? 0) > 0) response.socket?.destroy();
  });
}

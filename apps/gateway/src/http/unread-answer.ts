import type { ServerResponse } from "node:http";

/**
 * Ends the connection of a client that has read nothing of an answer for so long, although something waits to be read. The socket's own clock tells
 * it, which also sees what continues within one large write.
 */
export function endUnread(response: ServerResponse, stallMs: number): void {
  response.setTimeout(stallMs, () => {
    if ((response.socket?.writableLength ?? 0) > 0) response.socket?.destroy();
  });
}

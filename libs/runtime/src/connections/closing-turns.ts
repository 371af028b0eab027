import type { Socket } from "node:net";
import { LeakyBucket } from "../limits/leaky-bucket.ts";

const closingMs = 10;
const closingsAtOnce = 20;

/**
 * Closes connections one by one, by a leaky bucket: twenty at once, then a hundred a second. Otherwise thousands of connections that begin
 * together and fail together (too slow, or speaking TLS) would be closed together and reconnect together.
 */
export class ClosingTurns {
  readonly #bucket = new LeakyBucket(closingsAtOnce * closingMs);
  // Node reports a slow connection again every second.
  readonly #waiting = new WeakSet<Socket>();

  /** Calls `close` once, when it is the connection's turn. Nothing more is read of it until then. */
  enter(socket: Socket, close: () => void): void {
    if (this.#waiting.has(socket)) return;
    this.#waiting.add(socket);
    const waitMs = this.#bucket.queue(closingMs);
    if (waitMs <= 0) {
      close();
      return;
    }
    socket.pause();
    setTimeout(() => {
      close();
      // Reading shows when the client closes the connection.
      socket.resume();
    }, waitMs).unref();
  }
}

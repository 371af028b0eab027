import { connect, type Socket } from "node:net";

interface Keeping {
  readonly port: number;
  /** The number of simultaneous connections. */
  readonly count: number;
  readonly reads: boolean;
  /** The delay before another connection replaces one that was closed. */
  readonly againMs: number;
  /** How long connections are replaced; without it, forever. */
  readonly forMs?: number;
}

/** The outcome of a stranger's connections. */
export interface StrangerReport {
  readonly opened: number;
  /** Connections closed by the other side, as far as this side has noticed: it may not notice while it reads nothing. */
  readonly cut: number;
  readonly sentBytes: number;
  /** The number of read responses by status. */
  readonly answers: Readonly<Record<string, number>>;
}

const blockBytes = 64 * 1024;

/** Connections of a stranger to ports of this machine. */
export class StrangerSockets {
  readonly #open = new Set<Socket>();
  readonly #answers: Record<string, number> = {};
  readonly #beganMs = performance.now();
  #opened = 0;
  #cut = 0;
  #sentBytes = 0;

  /** Opens `count` connections and calls `use` with each open one and its place. A replacement takes over the place. */
  keep(keeping: Keeping, use: (socket: Socket, place: number) => void): void {
    for (let place = 0; place < keeping.count; place++) this.#connect(keeping, place, use);
  }

  /** The open connections. */
  get open(): ReadonlySet<Socket> {
    return this.#open;
  }

  report(): StrangerReport {
    const sentBytes = [...this.#open].reduce((sum, { bytesWritten }) => sum + bytesWritten, this.#sentBytes);
    return { opened: this.#opened, cut: this.#cut, sentBytes, answers: this.#answers };
  }

  #connect(keeping: Keeping, place: number, use: (socket: Socket, place: number) => void): void {
    const socket = connect({ port: keeping.port, host: "127.0.0.1", noDelay: true });
    if (keeping.reads) socket.on("data", (bytes) => this.#count(bytes));
    else socket.pause();
    // The following close reports the same.
    socket.on("error", () => undefined);
    socket.once("connect", () => {
      this.#opened++;
      this.#open.add(socket);
      use(socket, place);
    });
    socket.once("close", () => {
      this.#cut++;
      this.#sentBytes += socket.bytesWritten;
      this.#open.delete(socket);
      if (performance.now() - this.#beganMs < (keeping.forMs ?? Number.POSITIVE_INFINITY))
        setTimeout(() => this.#connect(keeping, place, use), keeping.againMs);
    });
  }

  // Counts by the first line of each response. A first line split over two reads is missed: one of thousands.
  #count(bytes: Buffer): void {
    for (const [, status = ""] of bytes.toString("latin1").matchAll(/HTTP\/1\.1 (\d{3})/g)) {
      this.#answers[status] = (this.#answers[status] ?? 0) + 1;
    }
  }
}

/** Writes a text `times` times, no faster than it is accepted. `onTaken` receives the number of further accepted ones. */
export function writeRepeatedly(socket: Socket, text: string, times: number, onTaken: (times: number) => void): void {
  const perBlock = Math.max(1, Math.floor(blockBytes / text.length));
  const block = Buffer.from(text.repeat(Math.min(perBlock, times)));
  let left = times;
  const writeOn = () => {
    if (left <= 0 || socket.destroyed) return;
    const now = Math.min(left, perBlock);
    left -= now;
    socket.write(now === perBlock ? block : block.subarray(0, now * text.length), (error) => {
      if (error) return;
      onTaken(now);
      writeOn();
    });
  };
  writeOn();
}

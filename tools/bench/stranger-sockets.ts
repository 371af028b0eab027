import { connect, type Socket } from "node:net";

interface Keeping {
  readonly port: number;
  /** How many at a time. */
  readonly count: number;
  readonly reads: boolean;
  /** After how long another one takes the place of one that was cut off. */
  readonly againMs: number;
  /** For how long that goes on; without end when it is not said. */
  readonly forMs?: number;
}

/** What became of a stranger's connections. */
export interface StrangerReport {
  readonly opened: number;
  /** Closed by the other side, as far as this one has noticed: who reads nothing may not. */
  readonly cut: number;
  readonly sentBytes: number;
  /** How many answers had each status, of those that were read. */
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

  /** Opens so many, and calls `use` with each once it is open and with its place, which its successor takes over. */
  keep(keeping: Keeping, use: (socket: Socket, place: number) => void): void {
    for (let place = 0; place < keeping.count; place++) this.#connect(keeping, place, use);
  }

  /** Those that are open. */
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
    // The close that follows it says the same.
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

  // By the first line of each answer. One that two reads cut in two is missed: it is one of thousands.
  #count(bytes: Buffer): void {
    for (const [, status = ""] of bytes.toString("latin1").matchAll(/HTTP\/1\.1 (\d{3})/g)) {
      this.#answers[status] = (this.#answers[status] ?? 0) + 1;
    }
  }
}

/** Writes a text so many times, no faster than it is taken. `onTaken` hears how many more of them have been. */
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

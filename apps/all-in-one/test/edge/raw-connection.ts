import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection on which a test sends exact bytes. */
export class RawConnection implements Disposable {
  readonly socket: Socket;
  #text = "";

  private constructor(socket: Socket) {
    this.socket = socket;
    // Some connections are meant to be cut off.
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      this.#text += chunk.toString("latin1");
    });
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  /** The text read so far. */
  get text(): string {
    return this.#text;
  }

  /** Sends the head of a request, by default a POST. */
  head(path: string, headers: Readonly<Record<string, string | number>>, method = "POST"): void {
    const lines = Object.entries({ host: "x", "content-type": "application/json", ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    this.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

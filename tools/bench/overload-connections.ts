import { connect, type Socket } from "node:net";

// A minimal HTTP client, for sending four times the capacity: a complete client costs three times as much. It only understands responses
// that are not streamed: a head, and a body of the length in the head.

const headEnd = "\r\n\r\n";
const statusAt = "HTTP/1.1 ".length;

/** One connection to the server per concurrent request; a connection is reused when its response is complete. */
export class Connections {
  readonly #url: URL;
  readonly #idle: Connection[] = [];

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Posts JSON. Returns the status, or 0 without a complete response in time. */
  async post(path: string, headers: string, body: string, patienceMs: number): Promise<number> {
    const { host, hostname, port } = this.#url;
    const connection = this.#takeIdle() ?? new Connection(connect({ host: hostname, port: Number(port), noDelay: true }));
    const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers}content-length: ${Buffer.byteLength(body)}${headEnd}`;
    const status = await connection.send(head + body, patienceMs);
    if (connection.isOpen) this.#idle.push(connection);
    return status;
  }

  // A request on a connection that the server has closed since would never be answered.
  #takeIdle(): Connection | undefined {
    let connection = this.#idle.pop();
    while (connection?.isOpen === false) connection = this.#idle.pop();
    return connection;
  }
}

class Connection {
  readonly #socket: Socket;
  #read: Buffer = Buffer.alloc(0);
  #answered: ((status: number) => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (bytes) => this.#readOn(bytes));
    // The following close ends the request.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#answered?.(0));
    // A half-open connection would take a request and never answer it.
    socket.on("end", () => socket.destroy());
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  async send(request: string, patienceMs: number): Promise<number> {
    const answered = new Promise<number>((resolve) => {
      this.#answered = resolve;
    });
    const late = setTimeout(() => this.#socket.destroy(), patienceMs);
    this.#socket.write(request);
    const status = await answered;
    clearTimeout(late);
    this.#answered = undefined;
    return status;
  }

  #readOn(bytes: Buffer): void {
    this.#read = this.#read.length === 0 ? bytes : Buffer.concat([this.#read, bytes]);
    const bodyAt = this.#read.indexOf(headEnd) + headEnd.length;
    if (bodyAt < headEnd.length) return;
    const head = this.#read.toString("latin1", 0, bodyAt);
    const [, length] = /\r\ncontent-length: (\d+)\r\n/.exec(head) ?? [];
    if (length === undefined) this.#socket.destroy();
    else if (this.#read.length >= bodyAt + Number(length)) this.#end(head);
  }

  #end(head: string): void {
    this.#read = Buffer.alloc(0);
    if (head.includes("\r\nconnection: close\r\n")) this.#socket.destroy();
    this.#answered?.(Number(head.slice(statusAt, statusAt + 3)));
  }
}

import type { Socket } from "node:net";

interface Turns {
  /** Continues with the waiting bytes, as far as `waitMs` permits. */
  readonly goOn: () => void;
  /** Whether bytes wait. */
  readonly isWaiting: () => boolean;
}

interface Connection {
  /** How long the next bytes have to wait, in ms, whether they continue a request or begin one. `Infinity` means until `goOn` is called. */
  readonly waitMs: (bytes: number) => number;
  /** Whether the next bytes continue the body of a request. */
  readonly isReceiving: () => boolean;
  /** Called with the number of waiting bytes. */
  readonly onHeld: (bytes: number) => void;
}

/** The system's side of a socket. Node has no public way to stop reading it. */
interface Handle {
  reading: boolean;
  readStart(): void;
  readStop(): void;
}

// The maximum size of a head, in bytes. Further bytes belong to a body, which may have to wait.
const pieceBytes = 16 * 1024;

/**
 * The server option `highWaterMark`: the number of waiting bytes from which on Node does not read a connection. With Node's own 64 KiB it
 * would read one more chunk of 64 KiB behind each waiting one.
 */
export const readAheadBytes = 16 * 1024;

/**
 * Passes requests to Node's parser one at a time. Node itself parses a whole chunk at once: up to 64 KiB, which may hold two thousand small
 * requests and take some 30 ms, during which nothing else runs. Requests that may not begin yet wait unparsed; the socket is not read
 * meanwhile, so that the rest stays with the sender. Of a body only as much waits as keeps Node from reading on: chunks of 64 KiB that wait
 * on hundreds of connections make V8 collect its whole heap each second. Call it after Node has added its own listener for connections.
 */
export function parseInTurn(socket: Socket, { waitMs, isReceiving, onHeld }: Connection): Turns {
  const [parse] = socket.listeners("data") as ((chunk: Buffer) => void)[];
  if (parse === undefined) throw new Error("Node's parser does not listen to the connection.");
  if (socket.readableHighWaterMark !== readAheadBytes) throw new Error("The server was created without readAheadBytes.");
  let waits = false;
  const goOn = () => {
    if (waits) socket.resume();
  };
  const hold = (rest: Buffer, ms: number, isBody: boolean) => {
    // Node pauses a connection, and its parser, while responses are not read, and resumes both by itself.
    waits = !socket.isPaused();
    socket.pause();
    socket.unshift(rest);
    // Behind a few bytes of a request Node reads on, and notices when the client disconnects. Behind those of a body it would make an object of
    // each byte that a slow stranger sends.
    if (isBody || socket.readableLength >= readAheadBytes) read(socket, false);
    onHeld(socket.readableLength);
    if (waits && ms < Number.POSITIVE_INFINITY) setTimeout(goOn, Math.ceil(ms));
  };
  socket.removeListener("data", parse);
  socket.on("data", (chunk: Buffer) => {
    waits = false;
    onHeld(0);
    let isPaid = false;
    // Once the socket is destroyed, nothing more of the chunk is parsed.
    for (let rest = chunk; rest.length > 0 && !socket.destroyed; ) {
      const isBody = isReceiving();
      const ms = isBody && isPaid ? 0 : waitMs(rest.length);
      const mayGoOn = ms <= 0 || (isBody && rest.length > readAheadBytes);
      // A copy, because the rest of the chunk would stay in memory with it.
      if (socket.isPaused() || !mayGoOn) return hold(isBody ? Buffer.from(rest) : rest, ms, isBody);
      // A turn of a body is for the whole chunk.
      if (isBody && ms <= 0) isPaid = true;
      const kept = ms > 0 ? readAheadBytes : 0;
      const end = endOfRequestLine(rest.subarray(0, Math.min(pieceBytes, rest.length - kept)));
      parse.call(socket, rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    read(socket, true);
  });
  return { goOn, isWaiting: () => waits };
}

/**
 * Stops reading a connection at once, or continues. A pause does not stop it: Node begins to read before it passes on the bytes that it has,
 * so that behind the bytes that wait it would read one more chunk of 64 KiB.
 */
function read(socket: Socket, isReading: boolean): void {
  const { _handle: handle } = socket as unknown as { readonly _handle: Handle | null };
  if (handle === null || handle.reading === isReading) return;
  handle.reading = isReading;
  if (isReading) handle.readStart();
  else handle.readStop();
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const slash = 0x2f;
const dot = 0x2e;

/**
 * The end of the first line in the chunk that may be a request line, that is, a line that ends in a version such as HTTP/1.1; the end of
 * the chunk if there is no such line. A line of a header or a body may look like a request line, so that less is parsed at once. A request
 * line that is split over two chunks is missed, so that more is parsed at once.
 */
function endOfRequestLine(chunk: Buffer): number {
  for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) {
    const end = chunk[at - 1] === carriageReturn ? at - 1 : at;
    if (chunk[end - 4] === slash && isDigit(chunk[end - 3]) && chunk[end - 2] === dot && isDigit(chunk[end - 1])) return at + 1;
  }
  return chunk.length;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

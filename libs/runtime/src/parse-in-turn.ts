import type { Socket } from "node:net";

interface Turns {
  /** Continues with the waiting bytes, as far as `waitMs` permits. */
  readonly goOn: () => void;
  /** Whether bytes wait. */
  readonly isWaiting: () => boolean;
}

interface Connection {
  /** How long the next bytes have to wait, in ms, whether they continue a request or begin one. `Infinity` means until `goOn` is called. */
  readonly waitMs: () => number;
  /** Called with the number of waiting bytes. */
  readonly onHeld: (bytes: number) => void;
}

// The maximum size of a head, in bytes. Further bytes belong to a body, which may have to wait.
const pieceBytes = 16 * 1024;

/**
 * Passes requests to Node's parser one at a time. Node itself parses a whole chunk at once: up to 64 KiB, which may hold two thousand small
 * requests and take some 30 ms, during which nothing else runs. Requests that may not begin yet wait unparsed. At most two chunks wait
 * here; the socket is not read meanwhile, so that the rest stays with the sender. Call it after Node has added its own listener for
 * connections.
 */
export function parseInTurn(socket: Socket, { waitMs, onHeld }: Connection): Turns {
  const [parse] = socket.listeners("data") as ((chunk: Buffer) => void)[];
  if (parse === undefined) throw new Error("Node's parser does not listen to the connection.");
  let waits = false;
  const goOn = () => {
    if (waits) socket.resume();
  };
  const hold = (rest: Buffer, ms: number) => {
    // Node pauses a connection, and its parser, while responses are not read, and resumes both by itself.
    waits = !socket.isPaused();
    socket.pause();
    socket.unshift(rest);
    onHeld(socket.readableLength);
    if (waits && ms < Number.POSITIVE_INFINITY) setTimeout(goOn, Math.ceil(ms));
  };
  socket.removeListener("data", parse);
  socket.on("data", (chunk: Buffer) => {
    waits = false;
    onHeld(0);
    // Once the socket is destroyed, nothing more of the chunk is parsed.
    for (let rest = chunk; rest.length > 0 && !socket.destroyed; ) {
      const ms = waitMs();
      if (socket.isPaused() || ms > 0) return hold(rest, ms);
      const end = endOfRequestLine(rest.subarray(0, pieceBytes));
      parse.call(socket, rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
  return { goOn, isWaiting: () => waits };
}

const [lineFeed, carriageReturn, slash, dot] = [0x0a, 0x0d, 0x2f, 0x2e];

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

import type { Socket } from "node:net";

interface Turns {
  /** Lets what waits go on, as far as it may. */
  readonly goOn: () => void;
  /** Whether something waits. */
  readonly isWaiting: () => boolean;
}

interface Connection {
  /** How long what comes next has to wait, in ms: the rest of a request, or the next one; `Infinity` is until `goOn`. */
  readonly waitMs: () => number;
  /** Hears how many bytes wait. */
  readonly onHeld: (bytes: number) => void;
}

// As many bytes as a head may have: what comes behind them is a body, which may have to wait.
const pieceBytes = 16 * 1024;

/**
 * Hands the requests of a connection to Node's parser one by one. Node parses all of a chunk that it has read, up to 64 KiB: two thousand small requests,
 * for which everybody else waits some 30 ms. What may not begin yet waits unparsed, at most two chunks here and the rest with its sender, who is not read
 * on. To be called after Node's own listener for connections.
 */
export function parseInTurn(socket: Socket, { waitMs, onHeld }: Connection): Turns {
  const [parse] = socket.listeners("data") as ((chunk: Buffer) => void)[];
  if (parse === undefined) throw new Error("Node's parser does not listen to the connection.");
  let waits = false;
  const goOn = () => {
    if (waits) socket.resume();
  };
  const hold = (rest: Buffer, ms: number) => {
    // Node pauses a connection whose responses are not read, and its parser with it, and goes on by itself.
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
    // What has been cut off asks for nothing more, whatever came in the same chunk.
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
 * Where the first line in a chunk ends that may be that of a request: with a version, such as HTTP/1.1; the end of the chunk when there is none. The request
 * of the line begins with what comes behind it. A line of a header or of a body may look like one, and a line that came in two chunks does not: then less or
 * more is parsed at once.
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

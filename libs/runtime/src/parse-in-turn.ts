import type { Socket } from "node:net";

interface Turns {
  /** Lets what waits go on, as far as it may. */
  readonly goOn: () => void;
  /** Whether something waits. */
  readonly isWaiting: () => boolean;
}

/**
 * Hands the requests of a connection to Node's parser one by one. `waitMs` says how long the next one has to wait: `Infinity` is until `goOn`. Node parses all of a chunk that it has read, up to
 * 64 KiB: two thousand small requests, for which everybody else waits some 30 ms. What may not begin yet waits unparsed, at most one chunk here and the
 * rest with its sender, who is not read on. To be called after Node's own listener for connections.
 */
export function parseInTurn(socket: Socket, waitMs: () => number): Turns {
  const [parse] = socket.listeners("data") as ((chunk: Buffer) => void)[];
  if (parse === undefined) throw new Error("Node's parser does not listen to the connection.");
  // Whether the line of a request has been parsed and the rest of its head has not: that begins it.
  let isBegun = true;
  let waits = false;
  const goOn = () => {
    if (waits) socket.resume();
  };
  socket.removeListener("data", parse);
  socket.on("data", (chunk: Buffer) => {
    waits = false;
    for (let rest = chunk; rest.length > 0; ) {
      const ms = waitMs();
      // Node pauses a connection whose responses are not read, and its parser with it, and goes on by itself.
      const isPaused = socket.isPaused();
      if (isPaused || (ms > 0 && !isBegun)) {
        waits = !isPaused;
        socket.pause();
        socket.unshift(rest);
        if (waits && ms < Number.POSITIVE_INFINITY) setTimeout(goOn, Math.ceil(ms));
        return;
      }
      const { end, isLine } = endOfLines(rest, ms > 0 || !isBegun ? 1 : 2);
      isBegun = !isLine;
      parse.call(socket, rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
  return { goOn, isWaiting: () => waits };
}

const version = Buffer.from(" HTTP/1.");
const lineEnds = [0x0a, 0x0d];

/**
 * Where the line of the request of this number ends in a chunk; the end of the chunk when there are fewer. JSON in a body cannot look like such a line,
 * because its strings hold no line breaks.
 */
function endOfLines(chunk: Buffer, lines: number): { readonly end: number; readonly isLine: boolean } {
  let found = 0;
  for (let at = chunk.indexOf(version); at >= 0; at = chunk.indexOf(version, at + version.length)) {
    const end = at + version.length + 2;
    if (lineEnds.includes(chunk[end - 1] ?? 0) && ++found === lines) return { end, isLine: true };
  }
  return { end: chunk.length, isLine: false };
}

const version = Buffer.from(" HTTP/1.");
const lineEnds = [0x0a, 0x0d];

/**
 * Overwrites what follows the first `most` requests in a chunk that a connection has received, so that Node refuses it. Node parses all of a chunk, up to
 * 64 KiB, even when the connection is cut at its seventeenth request: two thousand small ones, for which everybody else waits some 30 ms. JSON in a body
 * cannot look like the end of a request line, because its strings hold no line breaks.
 */
export function wipePipeline(chunk: Buffer, most: number): void {
  let requests = 0;
  for (let at = chunk.indexOf(version); at >= 0; at = chunk.indexOf(version, at + version.length)) {
    const endsLine = lineEnds.includes(chunk[at + version.length + 1] ?? 0);
    if (endsLine && ++requests > most) {
      chunk.fill(0, at);
      return;
    }
  }
}

import { createReadStream } from "node:fs";

/** A line of a file, with the byte at which the next one begins. */
interface Line {
  readonly text: string;
  readonly end: number;
}

const newline = 0x0a;

/** The lines of a file from a byte on. A last line without a line break counts too. */
export async function* linesOf(path: string, start: number): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  let end = start;
  for await (const chunk of createReadStream(path, { start, highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let begin = 0;
    for (let at = rest.indexOf(newline); at >= 0; at = rest.indexOf(newline, begin)) {
      end += at + 1 - begin;
      yield { text: rest.toString("utf8", begin, at), end };
      begin = at + 1;
    }
    rest = rest.subarray(begin);
  }
  if (rest.length > 0) yield { text: rest.toString("utf8"), end: end + rest.length };
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
// Longer than the last event of a stream of OpenAI's.
const tailBytes = 32;
const nothing = Buffer.alloc(0);

/**
 * A stream of server-sent events without its comments, by which servers keep connections alive and on which Google's SDK fails. Lines end with
 * a line feed, alone or behind a carriage return.
 */
export class EventLines {
  #atLineStart = true;
  #inComment = false;
  /** Whether lines of an event have been passed on since the last blank line. */
  #inEvent = false;
  /** A carriage return at the beginning of a line, of which the next byte shows whether the line is blank. */
  #held: Buffer = nothing;
  #tail: Buffer = nothing;

  /** Whether the stream ended with OpenAI's word for an end. */
  get saidDone(): boolean {
    return this.#tail.includes("[DONE]");
  }

  /** The chunk without comments, and without the blank lines that belonged to them. */
  pass(arrived: Buffer): Buffer {
    const chunk = this.#held.length === 0 ? arrived : Buffer.concat([this.#held, arrived]);
    this.#held = nothing;
    this.#tail = (chunk.length >= tailBytes ? chunk : Buffer.concat([this.#tail, chunk])).subarray(-tailBytes);
    const kept: Buffer[] = [];
    for (let start = 0; start < chunk.length; ) {
      const feed = chunk.indexOf(lineFeed, start);
      const end = feed < 0 ? chunk.length : feed + 1;
      const part = chunk.subarray(start, end);
      start = end;
      if (this.#atLineStart && part.length === 1 && part[0] === carriageReturn) {
        this.#held = part;
        break;
      }
      if (this.#keeps(part)) kept.push(part);
      if (feed >= 0) this.#inComment = false;
      this.#atLineStart = feed >= 0;
    }
    const [only = nothing] = kept;
    return kept.length <= 1 ? only : Buffer.concat(kept);
  }

  #keeps(part: Buffer): boolean {
    if (this.#inComment) return false;
    if (this.#atLineStart && part[0] === colon) {
      this.#inComment = true;
      return false;
    }
    const isBlank = this.#atLineStart && (part[0] === lineFeed || (part[0] === carriageReturn && part[1] === lineFeed));
    const keeps = !isBlank || this.#inEvent;
    this.#inEvent = !isBlank;
    return keeps;
  }
}

import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { finished } from "node:stream/promises";

/** What a write asks to be true afterwards: `null` asks that there be nothing under the key. */
export interface Fact {
  readonly key: string;
  readonly value: string | null;
}

/** A line of the journal. Attempts of one write share its number. */
export type Entry =
  | { readonly n: number; readonly asked: readonly Fact[]; readonly scenario: string; readonly path: string }
  /** No answer, or one that leaves open whether it has happened: it will be sent again. */
  | { readonly n: number; readonly unclear: string }
  | { readonly n: number; readonly acknowledged: true }
  | { readonly n: number; readonly refused: string }
  /** Sent again with its idempotency key after it was acknowledged, and answered otherwise than the first time. */
  | { readonly n: number; readonly notReplayed: string };

/** The record of what was asked and what was promised, kept outside of everything that is struck. */
export class Journal {
  readonly file: string;
  readonly #stream;
  readonly #startMs = performance.now();
  #last = 0;

  constructor(file: string) {
    this.file = file;
    this.#stream = createWriteStream(file);
  }

  /** Before the first attempt. */
  ask(scenario: string, path: string, asked: readonly Fact[]): number {
    this.#last++;
    this.write({ n: this.#last, asked, scenario, path });
    return this.#last;
  }

  write(entry: Entry): void {
    this.#stream.write(`${JSON.stringify({ ...entry, atMs: Math.round(performance.now() - this.#startMs) })}\n`);
  }

  async close(): Promise<void> {
    this.#stream.end();
    await finished(this.#stream);
  }
}

export async function readJournal(file: string): Promise<Entry[]> {
  return (await readFile(file, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Entry);
}

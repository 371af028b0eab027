import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { finished } from "node:stream/promises";

/** A fact that a write requires afterwards: `null` means that nothing exists under the key. */
export interface Fact {
  readonly key: string;
  readonly value: string | null;
}

/** A line of the journal. Attempts of one write share its number. */
export type Entry =
  | { readonly n: number; readonly asked: readonly Fact[]; readonly scenario: string; readonly path: string }
  /** No response, or one that leaves the outcome open: the write will be repeated. */
  | { readonly n: number; readonly unclear: string }
  | { readonly n: number; readonly acknowledged: true }
  | { readonly n: number; readonly refused: string }
  /** Repeated with its idempotency key after the acknowledgement, with another response than the first. */
  | { readonly n: number; readonly notReplayed: string };

/** The record of requested and acknowledged writes. It is kept outside of all targets of faults. */
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

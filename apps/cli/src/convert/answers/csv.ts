import { createReadStream } from "node:fs";
import { UsageError } from "../../terminal/problem.ts";
import type { Answer } from "../model/source.ts";

const longestRow = 4 * 1024 * 1024;

/** The rows of a CSV file (RFC 4180) as objects. Their keys are the names in the first row. */
export async function* csvRows(file: string): AsyncGenerator<Answer> {
  let names: readonly string[] | undefined;
  for await (const cells of cellsOf(file)) {
    if (names === undefined) {
      names = cells.map((name) => name.trim());
      continue;
    }
    if (cells.length === 1 && cells[0] === "") continue;
    if (cells.length > names.length)
      throw new UsageError(`A row of ${file} has ${cells.length} cells, the first row ${names.length}: ${cells.join(",").slice(0, 100)}`);
    yield { value: Object.fromEntries(cells.map((cell, index) => [names?.[index] ?? "", cell])) };
  }
}

async function* cellsOf(file: string): AsyncGenerator<string[]> {
  const row = new Row();
  let isFirst = true;
  for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: 1024 * 1024 }) as AsyncIterable<string>) {
    for (const character of isFirst ? chunk.replace(/^\uFEFF/, "") : chunk) if (row.take(character)) yield row.end();
    if (row.size > longestRow) throw new UsageError(`${file} has a row of more than ${longestRow} characters: a quote is not closed.`);
    isFirst = false;
  }
  if (row.isQuoted) throw new UsageError(`${file} ends within quotes.`);
  if (row.size > 0) yield row.end();
}

/** A row that is being read. */
class Row {
  #cells: string[] = [];
  #cell = "";
  #state: "plain" | "quoted" | "quote" = "plain";
  size = 0;

  get isQuoted(): boolean {
    return this.#state === "quoted";
  }

  /** Adds a character. Returns whether it ends the row. */
  take(character: string): boolean {
    this.size++;
    if (this.#state === "quoted") {
      if (character === '"') this.#state = "quote";
      else this.#cell += character;
      return false;
    }
    if (character === '"') {
      // Within quotes, two quotes stand for one.
      if (this.#state === "quote") this.#cell += '"';
      this.#state = "quoted";
      return false;
    }
    this.#state = "plain";
    if (character === "\n") return true;
    if (character === ",") this.#endCell();
    else if (character !== "\r") this.#cell += character;
    return false;
  }

  end(): string[] {
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    this.size = 0;
    return cells;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = "";
  }
}

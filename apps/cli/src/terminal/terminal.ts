import { stripVTControlCharacters, styleText } from "node:util";
import type { Problem } from "./problem.ts";

type Style = Parameters<typeof styleText>[0];

/** A command's output: results go to the output, everything else to the error output, so that a pipe receives only results. */
export class Terminal {
  /** Whether results are JSON. */
  readonly json: boolean;

  constructor({ json }: { readonly json: boolean }) {
    this.json = json;
    // The reader may close the pipe: `parley … | head`.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  }

  /** Whether there is a person to ask: never when input or output is a pipe, or JSON is wanted. */
  get isInteractive(): boolean {
    return !this.json && process.stdin.isTTY === true && process.stderr.isTTY === true;
  }

  /** A line of the result. */
  print(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  /** A value of the result: one line of JSON, or several for a person. */
  value(value: unknown): void {
    this.print(JSON.stringify(value, null, this.json || !process.stdout.isTTY ? undefined : 2));
  }

  /** A remark that is not part of the result. */
  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  problem({ exitCode, ...problem }: Problem): void {
    if (this.json) {
      this.note(JSON.stringify({ error: { ...problem, exitCode } }));
      return;
    }
    this.note(`${this.styled("red", "error:", process.stderr)} ${printable(problem.message)}`);
    if (problem.requestId !== undefined) this.note(this.styled("dim", `request id: ${problem.requestId}`, process.stderr));
  }

  /** Coloured where the stream is a terminal and NO_COLOR is not set. */
  styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
    return styleText(style, text, { stream });
  }
}

/** Foreign text as one line without control sequences. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
  return stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
}

import { stripVTControlCharacters, styleText } from "node:util";
import type { Problem } from "./problem.ts";

type Style = Parameters<typeof styleText>[0];

/** Where a command writes: results to the output, everything else to the error output, so that a pipe gets results alone. */
export class Terminal {
  /** Whether results are JSON. */
  readonly json: boolean;

  constructor({ json }: { readonly json: boolean }) {
    this.json = json;
    // Whoever reads may stop reading: `parley … | head`.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  }

  /** Whether somebody sits there who can be asked: never when input or output is a pipe, or JSON is wanted. */
  get isInteractive(): boolean {
    return !this.json && process.stdin.isTTY === true && process.stderr.isTTY === true;
  }

  /** A line of the result. */
  print(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  /** A value of the result: one line of JSON, or for a person several. */
  value(value: unknown): void {
    this.print(JSON.stringify(value, null, this.json || !process.stdout.isTTY ? undefined : 2));
  }

  /** Something worth knowing that is no result. */
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

/** A text of somebody else as one line that moves no cursor. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
  return stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
}

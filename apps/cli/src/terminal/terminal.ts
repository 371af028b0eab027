import { setTimeout as delay } from "node:timers/promises";
import { stripVTControlCharacters, styleText } from "node:util";
import { escapedForTerminal, forStream } from "./escaped.ts";
import type { Problem } from "./problem.ts";

type Style = Parameters<typeof styleText>[0];

/** A command's output: results go to standard output, everything else to standard error, so that a pipe receives only results. */
export class Terminal {
  /** Whether results are JSON. */
  readonly json: boolean;

  constructor({ json }: { readonly json: boolean }) {
    this.json = json;
    // The reader may close the pipe, as in `parley … | head`.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  }

  /** Whether there is a person to ask: not if input or output is a pipe, or JSON is wanted. */
  get isInteractive(): boolean {
    return !this.json && process.stdin.isTTY === true && process.stderr.isTTY === true;
  }

  /** Prints a line of the result. */
  print(text: string): void {
    this.write(`${text}\n`);
  }

  /** Prints a part of a line of the result. */
  write(text: string): void {
    process.stdout.write(forStream(text, process.stdout));
  }

  /** Prints a value of the result: one line of JSON, or several for a person. */
  value(value: unknown): void {
    this.print(JSON.stringify(value, null, this.json || !process.stdout.isTTY ? undefined : 2));
  }

  /** Prints a remark that is not part of the result. */
  note(text: string): void {
    process.stderr.write(`${forStream(text, process.stderr)}\n`);
  }

  problem({ exitCode, ...problem }: Problem): void {
    if (this.json) {
      this.note(JSON.stringify({ error: { ...problem, exitCode } }));
      return;
    }
    this.note(`${this.styled("red", "error:", process.stderr)} ${printable(problem.message)}`);
    if (problem.requestId !== undefined) this.note(this.styled("dim", `request id: ${problem.requestId}`, process.stderr));
  }

  /** Coloured if the stream is a terminal and NO_COLOR is not set. */
  styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
    return styleText(style, text, { stream });
  }
}

/** Text from others as one line without control sequences. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
  return escapedForTerminal(stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f]+/g, " "));
}

/** A signal that Ctrl-C or SIGTERM aborts. A second Ctrl-C ends the program at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  process.once("SIGTERM", () => controller.abort());
  return controller.signal;
}

/** Repeats work with pauses until the signal, which ends the pause but not the work. */
export async function repeatedly(signal: AbortSignal, restMs: number, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await delay(restMs, undefined, { signal }).catch(() => undefined);
  }
}

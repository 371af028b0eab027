import type { ChildProcess } from "node:child_process";

/** The lines of an output that are warnings of Node. Node must be quiet, so that a warning that matters is seen. */
export function nodeWarningsIn(output: string): string[] {
  return output.split("\n").filter((line) => /\(node:\d+\) (?:\[\w+\] )?\w*Warning: /.test(line));
}

/** Makes warnings of a program that a test has started warnings of the test's own process, which fail its file (`no-warnings.ts`). */
export function hearWarnings(child: ChildProcess): void {
  child.stderr?.on("data", (chunk: Buffer) => {
    for (const line of nodeWarningsIn(chunk.toString())) process.emitWarning(line);
  });
}

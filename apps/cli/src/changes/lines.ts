import { fstatSync, fsyncSync } from "node:fs";
import { open } from "node:fs/promises";
import { forStream } from "../terminal/escaped.ts";

const output = 1;

/**
 * Writes a line of JSON for each value. Returns when the operating system has accepted all lines or, if the output is a file, when they are
 * on disk.
 */
export async function writeLines(values: readonly unknown[]): Promise<void> {
  if (values.length === 0) return;
  await written(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
  if (fstatSync(output).isFile()) fsyncSync(output);
}

/** Ends the last line of a continued file if a kill has cut it off: otherwise the next line would be lost with it. */
export async function beginOnOwnLine(): Promise<void> {
  const stat = fstatSync(output);
  if (stat.isFile() && stat.size > 0 && (await isTorn(stat.size))) await written("\n");
}

async function isTorn(size: number): Promise<boolean> {
  try {
    await using file = await open("/dev/fd/1");
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer.toString() !== "\n";
  } catch {
    // Some systems do not allow an output to be read. An additional empty line is harmless.
    return true;
  }
}

// On a failure the terminal ends the program, so nothing may run after it.
function written(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(forStream(text, process.stdout), (error) => (error ? undefined : resolve())));
}

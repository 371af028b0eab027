import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a program to its end; returns what it printed. */
export type Command = (...parameters: readonly string[]) => Promise<string>;

/** A program with fixed leading parameters. On failure its output is in the error. */
export function command(program: string, always: readonly string[] = [], environment: NodeJS.ProcessEnv = process.env): Command {
  return async (...parameters) => {
    const child = spawn(program, [...always, ...parameters], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
    const printed: Buffer[] = [];
    const complained: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => printed.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => complained.push(chunk));
    const [code] = (await once(child, "close")) as [number | null];
    const output = Buffer.concat(printed).toString();
    if (code === 0) return output;
    throw new Error(
      `${program} ${parameters.join(" ").slice(0, 100)} ended with ${code}: ${Buffer.concat(complained).toString()}${output.slice(-1000)}`,
    );
  };
}

import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a program to its end; returns what it printed. */
export type Command = (...parameters: readonly string[]) => Promise<string>;

/** A program with fixed leading parameters. When it fails, the error has what it complained about. */
export function command(program: string, always: readonly string[] = []): Command {
  return async (...parameters) => (await promisify(execFile)(program, [...always, ...parameters], { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

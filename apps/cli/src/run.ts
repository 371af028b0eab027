import { CommanderError } from "commander";
import { program } from "./program.ts";
import { exitCodes } from "./terminal/exit-codes.ts";
import { problemOf } from "./terminal/problem.ts";
import { Terminal } from "./terminal/terminal.ts";

/** Runs one command line, and answers the exit code. Whatever goes wrong is one sentence on the error output, or one line of JSON. */
export async function run(words: readonly string[]): Promise<number> {
  const terminal = new Terminal({ json: words.includes("--json") });
  try {
    return await program(terminal, words);
  } catch (error) {
    // Commander has written what it has to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const problem = problemOf(error);
    terminal.problem(problem);
    return problem.exitCode;
  }
}

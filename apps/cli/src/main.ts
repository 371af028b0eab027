import { CommanderError } from "commander";
import { program } from "./program.ts";
import { exitCodes } from "./terminal/exit-codes.ts";
import { problemOf } from "./terminal/problem.ts";
import { Terminal } from "./terminal/terminal.ts";

process.exitCode = await run(process.argv.slice(2));

/** Runs one command line, and returns the exit code. An error is one sentence on standard error, or one line of JSON. */
async function run(words: readonly string[]): Promise<number> {
  const terminal = new Terminal({ json: words.includes("--json") });
  try {
    return await program(terminal, words);
  } catch (error) {
    // Commander has written its message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const problem = problemOf(error);
    terminal.problem(problem);
    return problem.exitCode;
  }
}

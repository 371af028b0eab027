import type { ChildProcess } from "node:child_process";

/** Kills the child when this process exits: an aborted test must not leave it behind. */
export function killWithUs(child: ChildProcess): void {
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
}

/**
 * The environment of a program that a test starts: nothing of ours but the path of programs, and the folder of compiled code, without which
 * each start would compile the program again.
 */
export function programEnvironment(environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment };
}

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

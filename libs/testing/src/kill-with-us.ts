import type { ChildProcess } from "node:child_process";

/** Kills the child when this process exits: an aborted test must not leave it behind. */
export function killWithUs(child: ChildProcess): void {
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
}

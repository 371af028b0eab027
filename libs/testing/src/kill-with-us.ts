import type { ChildProcess } from "node:child_process";

/** Ends the child, at once, when this process exits: a test that is given up on must not leave it behind. */
export function killWithUs(child: ChildProcess): void {
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
}

import type { Command } from "commander";
import { sessionOf } from "../profiles/session.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** `parley mcp`: Parley for an agent on this machine, over standard input and output. */
export function addMcp(program: Command, terminal: Terminal): void {
  program
    .command("mcp")
    .description("serve the Model Context Protocol on standard input and output")
    .option("--allow-changes", "let the agent call operations that change something")
    .action(async ({ allowChanges }: { readonly allowChanges?: true }, command: Command) => {
      const { parley } = await sessionOf(terminal, command);
      // Loaded only by this command: the others start faster without it.
      const { serveAgentOverStdio } = await import("@parley/mcp/stdio");
      await serveAgentOverStdio(parley, { allowChanges: allowChanges === true });
    });
}

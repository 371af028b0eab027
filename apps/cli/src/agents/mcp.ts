import type { Command } from "commander";
import { sessionOf } from "../profiles/session.ts";
import type { Terminal } from "../terminal/terminal.ts";

// An agent reads text by others, and may be manipulated by it: its token bounds the harm, not its instructions.
const tokenNote = `
Give the agent its own read-only token, bound to the organizations and resources that it needs:
  parley call authTokens.create '{"apiKey": "pk_…", "name": "agent", "role": "read"}'
It reads what others wrote, and can be talked into things by that; then the token alone decides how far it gets.
With --allow-changes the role is "act".`;

/** `parley mcp`: Parley for an agent on this machine, over standard input and output. */
export function addMcp(program: Command, terminal: Terminal): void {
  program
    .command("mcp")
    .description("serve the Model Context Protocol on standard input and output")
    .option("--allow-changes", "let the agent call operations that change data")
    .addHelpText("after", tokenNote)
    .action(async ({ allowChanges }: { readonly allowChanges?: true }, command: Command) => {
      const { parley } = await sessionOf(terminal, command);
      // Loaded only by this command: the others start faster without it.
      const { serveAgentOverStdio } = await import("@parley/mcp/stdio");
      await serveAgentOverStdio(parley, { allowChanges: allowChanges === true });
    });
}

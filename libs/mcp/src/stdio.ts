import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Parley } from "@parley/sdk";
import { type AgentOptions, agentServer } from "./agent-server.ts";

/** Serves an agent on this machine over standard input and output, until the input ends. */
export async function serveAgentOverStdio(parley: Parley, options: AgentOptions): Promise<void> {
  const ended = new Promise<void>((resolve) => process.stdin.once("end", resolve).once("close", resolve));
  const handle = serveStdio(() => agentServer(parley, options), {
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  await ended;
  await handle.close();
}

import type { McpServer } from "@modelcontextprotocol/server";
import type { Parley } from "@parley/sdk";

/** The means that every tool is given. */
export interface AgentContext {
  readonly server: McpServer;
  readonly parley: Parley;
  readonly allowChanges: boolean;
}

/** The hints of a tool that only reads. */
export const readsOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

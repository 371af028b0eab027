import type { McpServer } from "@modelcontextprotocol/server";
import type { Parley } from "@parley/sdk";

/** What a tool has at hand. */
export interface AgentContext {
  readonly server: McpServer;
  readonly parley: Parley;
  readonly allowChanges: boolean;
}

/** What clients are told of tools that read. */
export const readsOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

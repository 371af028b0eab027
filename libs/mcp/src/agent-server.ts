import { McpServer } from "@modelcontextprotocol/server";
import type { Parley } from "@parley/sdk";
import manifest from "../package.json" with { type: "json" };
import type { AgentContext } from "./tools/agent-context.ts";
import { addAnswerThread } from "./tools/answer-thread.ts";
import { addCallOperation } from "./tools/call-operation.ts";
import { addDeliveryProblems } from "./tools/delivery-problems.ts";
import { addDescribeOperation } from "./tools/describe-operation.ts";
import { addFindThreads } from "./tools/find-threads.ts";
import { addSearchOperations } from "./tools/search-operations.ts";
import { addWhyWasUserNotified } from "./tools/why-was-user-notified.ts";

/** The rights of an agent. */
export interface AgentOptions {
  /** Whether it may call operations that change data; otherwise it only reads. */
  readonly allowChanges: boolean;
}

const instructions = (allowChanges: boolean) =>
  "Parley stores the comments, notifications and activity of an application: organization > folder > document > thread > comment. " +
  "search_operations finds an operation, describe_operation shows its parameters, call_operation calls it. The other tools answer common questions in one call. " +
  (allowChanges
    ? "Changes are allowed: say what you are going to change before you change it."
    : "This server is read-only: operations that change data are refused.");

/**
 * Parley for an agent: a server of the Model Context Protocol for one connection or request, which calls Parley with the client's
 * credentials.
 */
export function agentServer(parley: Parley, { allowChanges }: AgentOptions): McpServer {
  const server = new McpServer(
    { name: "parley", version: manifest.version },
    {
      instructions: instructions(allowChanges),
      // The tools are always the same, and nobody can subscribe to their changes.
      capabilities: { tools: { listChanged: false } },
    },
  );
  const context: AgentContext = { server, parley, allowChanges };
  addSearchOperations(context);
  addDescribeOperation(context);
  addCallOperation(context);
  addFindThreads(context);
  addAnswerThread(context);
  addWhyWasUserNotified(context);
  addDeliveryProblems(context);
  return server;
}

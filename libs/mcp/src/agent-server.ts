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

/** What an agent may do. */
export interface AgentOptions {
  /** Whether it may call operations that change something; else it reads. */
  readonly allowChanges: boolean;
}

const instructions = (allowChanges: boolean) =>
  "Parley stores the comments, notifications and activity of an application: organization > folder > document > thread > comment. " +
  "search_operations finds an operation, describe_operation says what it takes, call_operation calls it. The other tools answer common questions in one call. " +
  (allowChanges
    ? "Changes are allowed: say what you are going to change before you do."
    : "This server reads only: operations that change something are refused.");

/** Parley for an agent: a server of the Model Context Protocol for one connection or request, which calls with the credentials of the client. */
export function agentServer(parley: Parley, { allowChanges }: AgentOptions): McpServer {
  const server = new McpServer({ name: "parley", version: manifest.version }, { instructions: instructions(allowChanges) });
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

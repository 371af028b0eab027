import * as z from "zod";
import { searchOperations } from "../operations/catalogue.ts";
import { type AgentContext, readsOnly } from "./agent-context.ts";
import { answer } from "./answer.ts";

const input = z.strictObject({
  query: z.string().max(200).describe("Words for what you want to do, such as: list users of a group."),
  limit: z.number().int().min(1).max(30).default(10),
});

export function addSearchOperations({ server, allowChanges }: AgentContext): void {
  server.registerTool(
    "search_operations",
    {
      title: "Search operations",
      description:
        "Find operations of Parley by what they do. Returns names and summaries; describe_operation shows the parameters of one.",
      inputSchema: input,
      annotations: readsOnly,
    },
    ({ query, limit }) =>
      answer(async () =>
        searchOperations(query, limit).map(({ name, summary, mutates }) => ({
          operation: name,
          summary,
          ...(mutates ? { changes: allowChanges ? "yes" : "yes, refused by this server" } : {}),
        })),
      ),
  );
}

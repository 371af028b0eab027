import { requests } from "@parley/sdk/requests";
import * as z from "zod";
import { operationOf } from "../operations/catalogue.ts";
import { secretFieldsOf } from "../operations/secret-fields.ts";
import { type AgentContext, readsOnly } from "./agent-context.ts";
import { answer } from "./answer.ts";

const answers = {
  nothing: "a sentence",
  value: "a value",
  batch: "an entry for each item, by its id, of which some may have failed",
  pages: "a page; send its nextPageToken as pageToken for the next one",
  feed: "a page; send its nextCursor as cursor for the next one",
  stream: "a stream",
} as const;

export function addDescribeOperation({ server }: AgentContext): void {
  server.registerTool(
    "describe_operation",
    {
      title: "Describe an operation",
      description: "Describe an operation: its effect, the JSON Schema of its parameters, an example and its response.",
      inputSchema: z.strictObject({ operation: z.string().max(100).describe("Its name or path, such as users.list or /v2/users/get.") }),
      annotations: readsOnly,
    },
    ({ operation: word }) =>
      answer(async () => {
        const { name, path, summary, description, mutates, answer: kind } = operationOf(word);
        const { form, example } = requests[name] ?? {};
        const changes = mutates === true;
        return {
          operation: name,
          path,
          summary,
          description,
          changes,
          data: form,
          notForAgents: secretFieldsOf(form),
          example,
          answers: answers[kind],
        };
      }),
  );
}

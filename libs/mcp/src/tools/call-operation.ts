import { requests } from "@parley/sdk/requests";
import * as z from "zod";
import { operationOf, Refused } from "../operations/catalogue.ts";
import { secretFieldsOf, secretsIn } from "../operations/secret-fields.ts";
import type { AgentContext } from "./agent-context.ts";
import { answer } from "./answer.ts";

const input = z.strictObject({
  operation: z.string().max(100).describe("Its name or path, such as users.list or /v2/users/get."),
  data: z.record(z.string(), z.unknown()).default({}).describe("Its parameters; describe_operation shows their schema."),
  idempotencyKey: z
    .string()
    .regex(/^[!-~]{1,255}$/)
    .optional()
    .describe("For changes: a repeat with the same key within 24 hours changes nothing, and returns the first call's response."),
});

export function addCallOperation({ server, parley, allowChanges }: AgentContext): void {
  server.registerTool(
    "call_operation",
    {
      title: "Call an operation",
      description: allowChanges
        ? "Call an operation of Parley. It may change or delete data; deleted data cannot be restored."
        : "Call an operation of Parley that only reads. Operations that change data are refused.",
      inputSchema: input,
      annotations: { readOnlyHint: !allowChanges, destructiveHint: allowChanges, idempotentHint: false, openWorldHint: false },
    },
    ({ operation: word, data, idempotencyKey }) =>
      answer(async () => {
        const operation = operationOf(word);
        const { name } = operation;
        if (operation.mutates && !allowChanges) throw new Refused(refusalOfChange(name));
        refuseSecrets(name, data);
        return parley.call(operation, data, { idempotencyKey });
      }),
  );
}

function refuseSecrets(name: string, data: unknown): void {
  const [field] = secretsIn(data, secretFieldsOf(requests[name]?.form));
  if (field !== undefined) throw new Refused(`${field} is a secret, which agents may not set: leave it out, and let a person set it.`);
}

/** The refusal for an agent that may only read. */
export function refusalOfChange(name: string): string {
  return `${name} changes data, and this server is read-only. Its operator can allow changes: \`parley mcp --allow-changes\`, or PARLEY_MCP_CHANGES=true at the gateway.`;
}

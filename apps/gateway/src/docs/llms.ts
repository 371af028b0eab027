import type { Operation } from "../operations/operation.ts";
import { resources } from "../operations/resources.ts";

/** `/llms.txt`: the interface on one page for language models, in the format of llmstxt.org. */
export function llmsText(operations: readonly Operation[]): string {
  const sections = Object.entries(resources).map(([name, { title, text }]) => {
    const own = operations.filter(({ resource }) => resource === name);
    return `## ${title}\n\n${text}\n\n${own.map(line).join("\n")}`;
  });
  return `# Parley

> The collaboration back end that a product team runs itself: comments, reactions, recordings, notifications and activity, administered over HTTP.

Every operation is a POST with \`{"data": {…}}\`; a success is \`{"result": {"status": "success", "message", "data"}}\`, a failure
\`{"error": {"status", "message", "requestId", "details"}}\`. Unknown fields are refused. Mutations take an \`idempotency-key\`.

- [OpenAPI 3.1](/openapi.json): every operation with its forms and examples
- [OpenAPI 3.0](/openapi-3.0.json), [YAML](/openapi.yaml)
- [Reference](/docs)

${sections.join("\n\n")}
`;
}

function line({ path, sdk, summary }: Operation): string {
  return `- \`POST ${path}\` (\`${sdk}\`): ${summary}`;
}

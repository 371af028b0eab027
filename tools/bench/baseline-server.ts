import { declaredStatements } from "@parley/database";
import Fastify from "fastify";
import pg from "pg";
import { changeOf, columnsOf } from "../../apps/organization-directory/src/batches/batch.ts";
import { accessChanged } from "../../apps/organization-directory/src/places/access-changed.store.ts";
import { requestSchema, takeDuties } from "./baseline-duties.ts";
// Declares the service's statements.
import "../../apps/organization-directory/src/documents/document-pages.store.ts";
import "../../apps/organization-directory/src/organizations/organizations.store.ts";

interface Patch {
  readonly organizationId: string;
  readonly organizationName: string;
}

// The smallest server for the same statements: fastify and pg in one process, without credentials, validation or RPC. With `BASELINE_TOKEN`
// it also checks credentials and requests, and logs and measures each request, as a production service does.
const pool = new pg.Pool({
  connectionString: process.env.BASELINE_DATABASE_URL,
  max: 8,
  options: "-c search_path=directory -c plan_cache_mode=force_generic_plan",
});
const token = process.env.BASELINE_TOKEN;
const server = Fastify({ logger: token !== undefined });
const apiKeyId = process.env.BASELINE_API_KEY ?? "";
if (token !== undefined) takeDuties(server, apiKeyId, token);

serve("/list", "directory.documents", ({ organizationId, pageSize }) => ({ apiKeyId, organizationId, after: "", limit: pageSize }));
serve("/update", "directory.organizations_update", ({ organizations }) => ({
  apiKeyId,
  metadataBytes: 1_000_000,
  ...columnsOf(organizations.map(({ organizationId, organizationName }: Patch) => changeOf(organizationId, organizationName, ""))),
}));
serve("/disable", "directory.organizations_set_disabled", ({ organizationIds, disabled }) => ({
  apiKeyId,
  ids: organizationIds,
  disabled,
  ...accessChanged(apiKeyId, organizationIds),
}));

await server.listen({ host: "127.0.0.1", port: 0 });
console.log(JSON.stringify({ msg: "ready", url: `http://127.0.0.1:${(server.server.address() as { port: number }).port}` }));
process.on("SIGTERM", () => process.exit(0));

// biome-ignore lint/suspicious/noExplicitAny: bodies of three types
function serve(path: string, name: string, parameters: (data: any) => Record<string, unknown>): void {
  const statement = declaredStatements().find((declared) => declared.name === name);
  if (statement === undefined) throw new Error(`There is no statement ${name}.`);
  server.post<{ Body: { data: object } }>(path, token === undefined ? {} : { schema: requestSchema }, async ({ body }) => {
    const values = parameters(body.data);
    const { rows } = await pool.query({
      name,
      text: statement.text,
      values: statement.parameterNames.map((parameter) => values[parameter]),
    });
    return { result: { status: "success", message: "Done.", data: rows } };
  });
}

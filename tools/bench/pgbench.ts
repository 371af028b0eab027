import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { declaredStatements } from "@parley/database";
// Declares the service's statements.
import "../../apps/organization-directory/src/documents/document-pages.store.ts";
import "../../apps/organization-directory/src/organizations/organizations.store.ts";

/** The value of each parameter, in pgbench's syntax. */
const scripts: Readonly<Record<string, { statement: string; values: Readonly<Record<string, string>> }>> = {
  "/list": { statement: "directory.documents", values: { organizationId: "'org0'", after: "''", limit: "50" } },
  "/update": {
    statement: "directory.organizations_update",
    values: {
      metadataBytes: "1000000",
      ids: "array['org' || :n]",
      names: "array['Name ' || :n]",
      sets: "array['{}']",
      clears: "array['[]']",
    },
  },
  "/disable": { statement: "directory.organizations_set_disabled", values: { ids: "array['org' || :n]", disabled: "(:n % 2 = 0)" } },
};

/** Runs one statement alone, with 8 clients for 3 seconds. Returns a line for the table, or the reason why there is none. */
export async function pgbench(databaseUrl: string, path: string, apiKeyId: string): Promise<string> {
  const script = scripts[path];
  const declared = declaredStatements().find(({ name }) => name === script?.statement);
  if (script === undefined || declared === undefined) throw new Error(`There is no statement for ${path}.`);
  const values: Record<string, string> = { apiKeyId: `'${apiKeyId}'`, ...script.values };
  const text = declared.text.replace(/\$(\d+)/g, (_, index: string) => values[declared.parameterNames[Number(index) - 1] ?? ""] ?? "null");

  const folder = mkdtempSync(join(tmpdir(), "parley-pgbench-"));
  try {
    writeFileSync(join(folder, "script.sql"), `\\set n random(0, 999)\n${text.replaceAll("\n", " ")};\n`);
    const { stdout, error } = spawnSync(
      "pgbench",
      ["-n", "-c", "8", "-j", "2", "-T", "3", "-M", "prepared", "-f", join(folder, "script.sql"), databaseUrl],
      {
        encoding: "utf8",
        env: { ...process.env, PGOPTIONS: "-c search_path=directory" },
      },
    );
    if (error !== undefined) return "not measured: pgbench is not on the PATH";
    return `${Math.round(Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN))}/s`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

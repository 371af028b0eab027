import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pagesFor } from "@parley/gateway/openapi";
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core";
import spectralParsers from "@stoplight/spectral-parsers";
import spectralRulesets from "@stoplight/spectral-rulesets";

// Lints the OpenAPI documents as a gateway serves them, with the rules that Redocly and Spectral recommend. Errors fail; warnings do not:
// some are about what we do on purpose, such as conditions that name fields without a schema.
// The document without webhooks is a part of the first.
const linted = ["/openapi.json", "/openapi-3.0.json"];
const folder = mkdtempSync(join(tmpdir(), "parley-documents-"));
const redocly = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");

try {
  for (const page of pagesFor().filter(({ path }) => linted.includes(path))) {
    const text = String((await page.content()).plain);
    const file = join(folder, page.path.slice(1));
    writeFileSync(file, text);
    const problems = [...redoclyErrors(file), ...(await spectralErrors(text))];
    for (const problem of problems) console.error(`${page.path}: ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
    else console.log(`${page.path}: Redocly and Spectral find no error.`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface RedoclyProblem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

function redoclyErrors(file: string): string[] {
  // Without these it sends usage data and asks for newer versions.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const parameters = [redocly, "lint", file, "--format", "json", "--max-problems", "1000"];
  const { stdout, stderr } = spawnSync(process.execPath, parameters, { cwd: folder, env, encoding: "utf8", maxBuffer: 64 * 2 ** 20 });
  if (!stdout.startsWith("{")) throw new Error(`Redocly did not lint: ${stderr.slice(0, 1_000)}`);
  const { problems } = JSON.parse(stdout) as { problems: RedoclyProblem[] };
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

async function spectralErrors(text: string): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  // The two packages declare the type of a ruleset differently.
  spectral.setRuleset({ extends: [spectralRulesets.oas as RulesetDefinition] });
  const results = await spectral.run(new spectralCore.Document(text, spectralParsers.Json));
  return results.filter(({ severity }) => severity === 0).map(({ code, path, message }) => `${code} at ${path.join(".")}: ${message}`);
}

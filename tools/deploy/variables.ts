import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { modules } from "../../apps/all-in-one/src/modules.ts";
import { allInOneSettings } from "../../apps/all-in-one/src/settings.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { variablesPage } from "./variables-page.ts";

// Writes the list of all variables; `--check` fails when the committed list differs from the declarations.
const file = join(workspaceRoot, "deploy/variables.md");
const page = variablesPage(modules, allInOneSettings(false));

if (!process.argv.includes("--check")) writeFileSync(file, page);
else if (readFileSync(file, "utf8") !== page) {
  console.error("deploy/variables.md differs from the programs' declarations. Run `npm run deploy:variables` and commit the result.");
  process.exitCode = 1;
}

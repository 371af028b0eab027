import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { workspaceRoot } from "../workspace-root.ts";
import { changeNames } from "./change-names.ts";
import { nameKinds, readNames } from "./names.ts";

// `npm run names [-- --npm-scope @acme …]`: without options, prints the names of the published packages and programs. With options, changes
// these names everywhere and regenerates the files made from them.
const options = new Map(nameKinds.map((kind) => [kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), kind]));
const { values } = parseArgs({ options: Object.fromEntries([...options.keys()].map((name) => [name, { type: "string" as const }])) });
const change = Object.fromEntries([...options].flatMap(([name, kind]) => (values[name] === undefined ? [] : [[kind, values[name]]])));

if (Object.keys(change).length === 0) {
  const names = readNames(workspaceRoot);
  for (const [name, kind] of options) console.log(`--${name} ${names[kind]}`);
} else {
  console.log(`Changed ${changeNames(workspaceRoot, change)} files.`);
  const steps = [
    ["install", "--no-audit", "--no-fund"],
    ["run", "generate"],
    ["run", "format"],
    ["run", "deploy:variables"],
  ];
  for (const step of steps) {
    console.log(`npm ${step.join(" ")}`);
    const { status } = spawnSync("npm", step, { cwd: workspaceRoot, stdio: "inherit" });
    if (status !== 0) throw new Error(`npm ${step.join(" ")} failed: run it again, and then the remaining steps.`);
  }
  if ("goModule" in change || "javaPackage" in change)
    console.log("The protos contain these names: run npm run protos:release to store the changed protos as released.");
}

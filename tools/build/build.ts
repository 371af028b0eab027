import { basename } from "node:path";
import { projectFolders } from "../workspace-root.ts";
import { bundle } from "./bundle.ts";
import { buildProtos } from "./protos.ts";
import { buildTypescriptSdk } from "./sdk-typescript.ts";

const libs: Readonly<Record<string, () => unknown>> = { "sdk-typescript": buildTypescriptSdk, contracts: buildProtos };

// `build.ts [project…]` builds the given projects, by name or folder, or all: bundles of the apps, the package of the TypeScript client,
// the archive of the protos.
const given = process.argv.slice(2).map((project) => basename(project));
const named = given.length > 0 ? given : [...projectFolders("apps").map((folder) => basename(folder)), ...Object.keys(libs)];
const startedMs = performance.now();

console.log(`Building ${named.join(", ")} …`);
await Promise.all(
  named
    .filter((name) => !(name in libs))
    .map(async (app) => {
      await bundle(app);
      sayBuilt(app);
    }),
);
for (const name of named.filter((each) => each in libs)) {
  libs[name]?.();
  sayBuilt(name);
}

function sayBuilt(name: string): void {
  console.log(`Built ${name} after ${((performance.now() - startedMs) / 1_000).toFixed(1)} s.`);
}

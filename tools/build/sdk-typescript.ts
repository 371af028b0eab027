import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

const folder = join(workspaceRoot, "libs/sdk-typescript");

/** Builds the package as it is published, in its own folder: JavaScript with types that need no bundler. Returns the folder. */
export function buildTypescriptSdk(dist = join(folder, "dist")): string {
  rmSync(dist, { recursive: true, force: true });
  execFileSync(process.execPath, [join(workspaceRoot, "node_modules/typescript/bin/tsc"), "-p", folder, "--outDir", dist], {
    stdio: "inherit",
  });
  const { name, version, description, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
  const exported = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });
  const published = {
    name,
    version,
    description,
    license,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.3" },
    exports: {
      ".": exported("index"),
      "./browser": exported("browser/index"),
      "./operations": exported("gen/operations"),
      "./requests": exported("gen/requests"),
    },
  };
  writeFileSync(join(dist, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  const readme = join(folder, "README.md");
  if (existsSync(readme)) copyFileSync(readme, join(dist, "README.md"));
  return dist;
}

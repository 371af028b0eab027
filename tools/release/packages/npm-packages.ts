import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../build/bundle.ts";
import { buildTypescriptSdk } from "../../build/sdk-typescript.ts";
import type { Artefact, ReleaseContext } from "../artefact.ts";
import { npmComponents, npmPurl } from "../sboms/cyclonedx.ts";
import { lockedPackages } from "../sboms/locked-packages.ts";
import { licensesText } from "./licenses-text.ts";
import { repository } from "./links.ts";

type Manifest = Readonly<Record<string, unknown>> & { readonly name: string };

/** The client for TypeScript, which has no dependencies. */
export function npmSdk(context: ReleaseContext): Artefact {
  const dist = buildTypescriptSdk();
  const manifest = JSON.parse(readFileSync(join(dist, "package.json"), "utf8")) as Manifest;
  return packed(
    context,
    dist,
    { ...manifest, ...published("libs/sdk-typescript") },
    { about: "client for TypeScript and JavaScript", project: undefined },
  );
}

/** The command line, bundled with all its dependencies. */
export async function npmCommandLine(context: ReleaseContext): Promise<Artefact> {
  await bundle("cli");
  const folder = join(context.root, "apps/cli/package");
  mkdirSync(folder, { recursive: true });
  cpSync(join(context.root, "apps/cli/dist"), folder, { recursive: true });
  for (const file of [...globSync("*.map", { cwd: folder }), "main.js"]) rmSync(join(folder, file));
  for (const file of globSync("*.js", { cwd: folder })) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, "utf8").replace(/^\/\/# sourceMappingURL=.*\n?/m, ""));
  }
  const own = JSON.parse(readFileSync(join(context.root, "apps/cli/package.json"), "utf8")) as Manifest & { description: string };
  const { engines } = JSON.parse(readFileSync(join(context.root, "package.json"), "utf8")) as { engines: { node: string } };
  writeFileSync(join(folder, "parley.js"), launcher(engines.node));
  chmodSync(join(folder, "parley.js"), 0o755);
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), licensesText(context.root, lockedPackages(context.root, ["apps/cli"])));
  copyFileSync(join(context.root, "apps/cli/package-readme.md"), join(folder, "README.md"));
  const manifest = {
    name: own.name,
    version: context.version,
    description: own.description,
    license: "Apache-2.0",
    type: "module",
    engines,
    bin: { parley: "parley.js" },
    exports: { "./package.json": "./package.json" },
    ...published("apps/cli"),
  };
  return packed(context, folder, manifest, { about: "command line", project: "apps/cli" });
}

function published(directory: string): Readonly<Record<string, unknown>> {
  return {
    repository: { type: "git", url: `git+${repository}.git`, directory },
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
    keywords: ["parley", "comments", "collaboration", "notifications"],
    publishConfig: { access: "public" },
  };
}

interface About {
  readonly about: string;
  /** The project whose dependencies are bundled. */
  readonly project: string | undefined;
}

// npm itself makes the package: it sorts the files and gives all of them the same time.
function packed(context: ReleaseContext, dist: string, manifest: Manifest, { about, project }: About): Artefact {
  writeFileSync(join(dist, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(context.root, "LICENSE"), join(dist, "LICENSE"));
  const destination = join(context.folder, "npm");
  mkdirSync(destination, { recursive: true });
  const printed = execFileSync("npm", ["pack", dist, "--json", "--ignore-scripts", "--pack-destination", destination], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const file = fileNameIn(JSON.parse(printed));
  const subject = {
    type: project === undefined ? "library" : "application",
    name: manifest.name,
    version: context.version,
    license: "Apache-2.0",
    purl: npmPurl(manifest.name, context.version),
  } as const;
  return {
    path: `npm/${file}`,
    about,
    subject,
    components: project === undefined ? [] : npmComponents(lockedPackages(context.root, [project])),
  };
}

// npm prints a list up to version 11, and later an object with the names as keys.
function fileNameIn(printed: readonly { filename: string }[] | Readonly<Record<string, { filename: string }>>): string {
  const [first] = Object.values(printed);
  if (first === undefined) throw new Error("npm pack made nothing.");
  return first.filename.replace("@", "").replace("/", "-");
}

function launcher(engines: string): string {
  const least = /\d+/.exec(engines)?.[0];
  return `#!/usr/bin/env node
if (Number(process.versions.node.split(".")[0]) >= ${least}) await import("./program.js");
else {
  process.stderr.write("parley needs Node ${least} or newer; this is " + process.versions.node + ".\\n");
  process.exitCode = 1;
}
`;
}

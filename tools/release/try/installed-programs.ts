import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { workspaceRoot } from "../../workspace-root.ts";
import { pythonTools } from "../checks/release-tools.ts";
import { blockOf, firstProgramOf } from "./readme.ts";
import { isThere, type Trial } from "./trial.ts";

const goModule = "github.com/parley/parley-go";
const binaries = join(workspaceRoot, "node_modules/.bin");
const node24 = dirname(process.execPath);
const told = "Hello.";
const withoutRegistry = { npm_config_offline: "true" };

/** Installs the client for TypeScript without a registry, runs the README's program on every installed runtime, and compiles it. */
export function tryTypescript(trial: Trial): string {
  const folder = trial.folder("typescript");
  const archive = trial.artefact("npm/parley-sdk-<version>.tgz");
  const readme = trial.run(folder, "tar", ["-xOf", archive, "package/README.md"]);
  followReadme(trial, { folder, readme, environment: withoutRegistry });
  const { file, text } = firstProgramOf(readme);
  writeFileSync(
    join(folder, "first.mts"),
    `declare const process: { readonly env: Readonly<Record<string, string | undefined>> };\ndeclare const console: { log(text: unknown): void };\n${text}`,
  );
  trial.run(
    folder,
    join(binaries, "tsc"),
    ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "first.mts"],
    { PATH: `${node24}:${trial.path}` },
  );
  const runtimes: readonly (readonly [name: string, program: string, parameters: readonly string[]])[] = [
    [`Node ${process.versions.node}`, process.execPath, []],
    ["Deno", "deno", ["run", "--allow-env", "--allow-net"]],
    ["Bun", "bun", []],
  ];
  const ran = runtimes.filter(([, runtime]) => isThere(runtime));
  if (trial.credentials !== undefined)
    for (const [name, runtime, parameters] of ran) expectTold(trial.run(folder, runtime, [...parameters, file]), name);
  const absent = runtimes.filter((each) => !ran.includes(each)).map(([name]) => name);
  const here = [`Node ${trial.run(folder, "node", ["-p", "process.versions.node"]).trim()}`, ...ran.map(([name]) => name)];
  return `npm install without a registry, valid types, the README's program on ${here.join(" and ")}${absent.length === 0 ? "" : ` (not installed: ${absent.join(", ")})`}`;
}

/** Installs the client for Python from the wheel and from the source distribution, and checks its types with mypy. */
export function tryPython(trial: Trial): string {
  const base = "parley_collab";
  const wheel = `${base}-${trial.version}-py3-none-any.whl`;
  for (const file of [wheel, `${base}-${trial.version}.tar.gz`]) {
    const folder = trial.folder(file === wheel ? "python-wheel" : "python-source");
    const readme = trial.run(folder, "python3", [
      "-c",
      `import zipfile; print(zipfile.ZipFile(${JSON.stringify(trial.artefact(`python/${wheel}`))}).read("${base}-${trial.version}.dist-info/METADATA").decode())`,
    ]);
    followReadme(trial, { folder, readme: readme.replaceAll("<version>-py3-none-any.whl", file.slice(base.length + 1)) });
    const python = join(folder, "venv/bin/python");
    trial.run(folder, join(pythonTools(), "mypy"), ["--strict", "--python-executable", python, firstProgramOf(readme).file]);
    const marked = trial.run(folder, python, [
      "-c",
      `import pathlib, parley_sdk as p; print((pathlib.Path(p.__file__).parent / "py.typed").exists())`,
    ]);
    if (marked.trim() !== "True") throw new Error(`${file} has no py.typed.`);
  }
  return "pip install of wheel and source distribution, mypy --strict, the README's program";
}

/** Fetches the client for Go from the folder as its only source. */
export function tryGo(trial: Trial): string {
  if (!isThere("go", ["version"])) return "SKIPPED: Go is not installed";
  const folder = trial.folder("go");
  const archive = trial.artefact(`go/${goModule}/@v/v<version>.zip`);
  const readme = trial.run(folder, "unzip", ["-p", archive, `${goModule}@v${trial.version}/README.md`]);
  // Go finds compiled packages by the digest of their sources, so the user's cache saves compiling the standard library again.
  const environment = { GOTOOLCHAIN: "local", GOCACHE: execFileSync("go", ["env", "GOCACHE"], { encoding: "utf8" }).trim() };
  followReadme(trial, { folder, readme, environment, further: "go mod tidy && go vet ." });
  return "fetched from the folder as a proxy, go vet, the README's program";
}

/** Runs the command line from its file with npx, and then installs it. */
export function tryCommandLine(trial: Trial): string {
  const folder = trial.folder("command-line");
  const archive = trial.artefact("npm/parley-cli-<version>.tgz");
  const readme = trial.run(folder, "tar", ["-xOf", archive, "package/README.md"]);
  const prefix = join(folder, "installed");
  const environment = { ...withoutRegistry, npm_config_prefix: prefix, PATH: `${node24}:${prefix}/bin:${trial.path}` };
  const printed = trial.paste(folder, blockOf(readme, "install"), environment);
  if (!printed.startsWith(`${trial.version}\n`)) throw new Error(`npx of the command line prints ${printed} instead of ${trial.version}.`);
  trial.paste(folder, "parley help", environment);
  if (!existsSync(join(prefix, "lib/node_modules/@parley/cli/THIRD-PARTY-LICENSES.txt")))
    throw new Error("The command line lacks the licences of its bundled packages.");
  if (trial.credentials === undefined) return "npx from the file, and installed";
  expectTold(trial.paste(folder, blockOf(readme, "first"), environment), "the command line");
  return "npx from the file, and installed: a thread is added and listed as its README says";
}

interface Followed {
  readonly folder: string;
  readonly readme: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A command to run after the README's own, in the same shell. */
  readonly further?: string;
}

/**
 * Follows the README of a client: installs it and, if a Parley is running, runs the first program, which prints the comment that it wrote.
 */
function followReadme(trial: Trial, { folder, readme, environment = {}, further = "" }: Followed): void {
  const program = firstProgramOf(readme);
  writeFileSync(join(folder, program.file), program.text);
  const runs = trial.credentials === undefined ? "" : program.command;
  const printed = trial.paste(folder, [blockOf(readme, "install"), runs, further].join("\n"), environment);
  if (trial.credentials !== undefined) expectTold(printed, folder);
}

function expectTold(printed: string, by: string): void {
  if (!printed.includes(told))
    throw new Error(`The program of ${by} printed ${JSON.stringify(printed)}, without the comment that it wrote.`);
}

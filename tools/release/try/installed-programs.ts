import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readNames } from "../../names/names.ts";
import { workspaceRoot } from "../../workspace-root.ts";
import { pythonTools } from "../checks/release-tools.ts";
import { firstProgram, isThere, type Trial } from "./trial.ts";

const { command, npmScope, pythonDistribution, pythonModule, goModule } = readNames(workspaceRoot);
const binaries = join(workspaceRoot, "node_modules/.bin");
const node24 = dirname(process.execPath);
const told = "Hello.";

/** The client for TypeScript: installed without a registry, its README's program on every runtime that is here, and before the compiler. */
export function tryTypescript(trial: Trial): string {
  const folder = trial.folder("typescript");
  trial.run(folder, "npm", ["init", "--yes"]);
  trial.run(folder, "npm", ["install", "--offline", trial.artefact(`npm/${npmScope.slice(1)}-sdk-<version>.tgz`)]);
  const program = firstProgram(join(folder, `node_modules/${npmScope}/sdk/README.md`));
  writeFileSync(join(folder, "first.mjs"), program);
  writeFileSync(
    join(folder, "first.mts"),
    `declare const process: { readonly env: Readonly<Record<string, string | undefined>> };\ndeclare const console: { log(text: unknown): void };\n${program}`,
  );
  trial.run(
    folder,
    join(binaries, "tsc"),
    ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "first.mts"],
    { PATH: `${node24}:${process.env.PATH}` },
  );
  const runtimes: readonly (readonly [name: string, program: string, parameters: readonly string[]])[] = [
    ["Node 24", process.execPath, []],
    ["the Node on the PATH", "node", []],
    ["Deno", "deno", ["run", "--allow-env", "--allow-net"]],
    ["Bun", "bun", []],
  ];
  const ran = runtimes.filter(([, runtime]) => isThere(runtime));
  if (trial.credentials !== undefined)
    for (const [name, runtime, parameters] of ran) expectTold(trial.run(folder, runtime, [...parameters, "first.mjs"]), name);
  const absent = runtimes.filter((each) => !ran.includes(each)).map(([name]) => name);
  return `npm install without a registry, types hold, the README's program on ${ran.map(([name]) => name).join(" and ")}${absent.length === 0 ? "" : ` (not here: ${absent.join(", ")})`}`;
}

/** The client for Python, from the wheel and from the source distribution; mypy reads its types from where it is installed. */
export function tryPython(trial: Trial): string {
  const base = pythonDistribution.replaceAll("-", "_");
  for (const file of [`${base}-<version>-py3-none-any.whl`, `${base}-<version>.tar.gz`]) {
    const folder = trial.folder(file.endsWith(".whl") ? "python-wheel" : "python-source");
    trial.run(folder, "python3", ["-m", "venv", "venv"]);
    const python = join(folder, "venv/bin/python");
    trial.run(folder, python, ["-m", "pip", "install", "-q", trial.artefact(`python/${file}`)]);
    const metadata = trial.run(folder, python, [
      "-c",
      `import importlib.metadata as m; print(m.metadata(${JSON.stringify(pythonDistribution)}).get_payload())`,
    ]);
    writeFileSync(join(folder, "README.md"), metadata);
    writeFileSync(join(folder, "first.py"), firstProgram(join(folder, "README.md")));
    trial.run(folder, join(pythonTools(), "mypy"), ["--strict", "--python-executable", python, "first.py"]);
    if (trial.credentials !== undefined) expectTold(trial.run(folder, python, ["first.py"]), file);
    const marked = trial.run(folder, python, [
      "-c",
      `import pathlib, ${pythonModule} as p; print((pathlib.Path(p.__file__).parent / "py.typed").exists())`,
    ]);
    if (marked.trim() !== "True") throw new Error(`${file} has no py.typed.`);
  }
  return "pip install of wheel and source distribution, mypy --strict, the README's program";
}

/** The client for Go, from the folder as a proxy and from nowhere else. */
export function tryGo(trial: Trial): string {
  if (!isThere("go", ["version"])) return "SKIPPED: there is no Go here";
  const folder = trial.folder("go");
  const environment = {
    GOPROXY: `file://${trial.artefact("go")}`,
    GONOSUMDB: goModule,
    GOMODCACHE: join(folder, "cache"),
    GOCACHE: join(folder, "build"),
    GOTOOLCHAIN: "local",
  };
  trial.run(folder, "go", ["mod", "init", "example"], environment);
  trial.run(folder, "go", ["mod", "edit", `-require=${goModule}@v${trial.version}`], environment);
  trial.run(folder, "go", ["mod", "download", goModule], environment);
  writeFileSync(join(folder, "first.go"), firstProgram(join(folder, `cache/${goModule}@v${trial.version}/README.md`)));
  trial.run(folder, "go", ["mod", "tidy"], environment);
  trial.run(folder, "go", ["vet", "."], environment);
  if (trial.credentials !== undefined) expectTold(trial.run(folder, "go", ["run", "."], environment), "Go");
  return "fetched from the folder as a proxy, go vet, the README's program";
}

/** The command line, as npx runs it from the file, and installed. */
export function tryCommandLine(trial: Trial): string {
  const folder = trial.folder("command-line");
  const archive = trial.artefact(`npm/${npmScope.slice(1)}-cli-<version>.tgz`);
  const environment = { PATH: `${node24}:${process.env.PATH}` };
  const printed = trial.run(folder, "npx", ["--yes", "--offline", "--package", archive, command, "--version"], environment);
  if (printed.trim() !== trial.version) throw new Error(`npx of the command line says ${printed} and not ${trial.version}.`);
  trial.run(folder, "npm", ["init", "--yes"]);
  trial.run(folder, "npm", ["install", "--offline", archive], environment);
  const program = join(folder, "node_modules/.bin", command);
  trial.run(folder, program, ["help"], environment);
  if (!existsSync(join(folder, `node_modules/${npmScope}/cli/THIRD-PARTY-LICENSES.txt`)))
    throw new Error("The command line has no licences of what it bundles.");
  if (trial.credentials === undefined) return "npx from the file";
  const thread = {
    organizationId: "from-cli",
    documentId: "plan",
    commentAnnotations: [{ commentData: [{ from: { userId: "ada", name: "Ada" }, commentText: told }] }],
  };
  const document = { organizationId: "from-cli", createOrganization: true, documents: [{ documentId: "plan", documentName: "Plan" }] };
  trial.run(folder, program, ["call", "documents.add", JSON.stringify(document)], environment);
  trial.run(folder, program, ["call", "threads.add", JSON.stringify(thread)], environment);
  expectTold(trial.run(folder, program, ["threads", "list", "--organization", "from-cli", "--json"], environment), "the command line");
  return "npx from the file, and installed: a thread is added and listed";
}

function expectTold(printed: string, by: string): void {
  if (!printed.includes(told))
    throw new Error(`The program of ${by} printed ${JSON.stringify(printed)}, without the comment that it wrote.`);
}

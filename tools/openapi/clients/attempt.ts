import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { type Generator, npmPackages, progenitor, pythonPackages } from "./generators.ts";

/** What the program of a first call reads: an answer, an entry of a map by id, null, a time and the status of an error. */
export interface FirstCall {
  readonly id: string;
  readonly map: boolean;
  readonly last: boolean;
  readonly time: number;
  readonly status: string;
}

/** How far it came. */
export interface Outcome {
  /** Why it was not tried. */
  readonly missing?: string;
  readonly compiles: boolean;
  /** What went wrong. */
  readonly failed?: string;
  readonly read?: FirstCall;
}

type Environment = Readonly<Record<string, string | undefined>>;

const cache = join(homedir(), ".cache/parley/openapi-clients");
const npmHome = join(cache, "npm");
const pythonHome = join(cache, "python");

/** Generates a client, compiles it with the program of the first call, and runs this. */
export function attempt(generator: Generator, documents: string, environment: Environment): Outcome {
  const { program, runs, files = {} } = generator;
  const missing = missingOf(generator);
  if (missing !== undefined) return { missing, compiles: false };
  const folder = join(documents, generator.name.replaceAll(/\W+/g, "-"));
  mkdirSync(folder);
  for (const name of readdirSync(documents).filter((each) => each.endsWith(".json"))) cpSync(join(documents, name), join(folder, name));
  if (generator.kit === "npm") symlinkSync(join(npmHome, "node_modules"), join(folder, "node_modules"));
  let compiles = false;
  try {
    for (const [file, text] of Object.entries(files)) put(folder, file, text);
    execute(generator.generates, folder, environment);
    if (program !== undefined) put(folder, program[1], readFileSync(join(import.meta.dirname, "programs", program[0]), "utf8"));
    execute(generator.compiles, folder, environment);
    compiles = true;
    return runs === undefined ? { compiles } : { compiles, read: JSON.parse(execute(runs, folder, environment)) as FirstCall };
  } catch (error) {
    return { compiles, failed: wordsOf(error) };
  }
}

function put(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function missingOf({ needs, kit }: Generator): string | undefined {
  const absent = needs.find((program) => spawnSync("which", [program]).status !== 0);
  if (absent !== undefined) return `there is no ${absent} on the PATH`;
  try {
    mkdirSync(npmHome, { recursive: true });
    if (needs.includes("npm")) fetchNpm();
    if (needs.includes("python3")) fetchPython();
    if (kit === "progenitor") execute(`cargo install -q cargo-progenitor --version ${progenitor} --locked --root .`, cache);
    return undefined;
  } catch (error) {
    return `its packages cannot be fetched: ${wordsOf(error)}`;
  }
}

// With a compiler of its own: the project's has no types for these packages.
function fetchNpm(): void {
  const [manifest, wanted] = [join(npmHome, "package.json"), JSON.stringify({ private: true, packages: npmPackages })];
  if (existsSync(manifest) && readFileSync(manifest, "utf8") === wanted) return;
  execute(`npm install --no-save --no-audit --no-fund ${npmPackages.join(" ")}`, npmHome);
  writeFileSync(manifest, wanted);
}

function fetchPython(): void {
  const [list, wanted] = [join(pythonHome, "packages.txt"), pythonPackages.join("\n")];
  if (existsSync(list) && readFileSync(list, "utf8") === wanted) return;
  execute(`python3 -m venv python && python/bin/pip install -q ${pythonPackages.join(" ")}`, cache);
  writeFileSync(list, wanted);
}

function execute(command: string, cwd: string, environment: Environment = {}): string {
  const PATH = [join(npmHome, "node_modules/.bin"), join(pythonHome, "bin"), join(cache, "bin"), process.env.PATH].join(":");
  const env = { ...process.env, CARGO_TARGET_DIR: join(cache, "target"), ...environment, PATH };
  return execFileSync("sh", ["-c", command], { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 28 });
}

/** The first lines of a failed command that say what is wrong. */
function wordsOf(error: unknown): string {
  const { stderr = "", stdout = "" } = error as { stderr?: string; stdout?: string };
  const lines = `${stderr}\n${stdout}`.split("\n");
  const telling = lines.filter((line) => /error|exception|cannot|undefined|panic/i.test(line));
  return (telling.length > 0 ? telling.slice(0, 8).join("\n") : lines.slice(-8).join("\n")).slice(0, 2_000) || String(error);
}

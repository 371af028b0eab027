import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { defaultDocument } from "@parley/gateway/openapi";
import { asOpenApi30 } from "@parley/gateway/openapi-3-0";

// `npm run openapi:clients`: makes clients of our document with common generators, and compiles them. Each generator's packages are
// downloaded once, into its own folder; a generator without its toolchain or packages is skipped with a message.
const folder = mkdtempSync(join(tmpdir(), "parley-openapi-"));
const cache = join(homedir(), ".cache/parley/openapi-generators");
const document = defaultDocument();
writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
writeFileSync(join(folder, "openapi-3.0.json"), JSON.stringify(asOpenApi30(document)));

interface Generator {
  readonly needs: string;
  readonly fetch: () => void;
  readonly make: () => void;
}

const generators: Readonly<Record<string, Generator>> = {
  "openapi-typescript": { needs: "npm", fetch: fetchTypescript, make: typescript },
  "openapi-python-client": { needs: "python3", fetch: fetchPython, make: python },
  "oapi-codegen": { needs: "go", fetch: fetchGolang, make: golang },
};
const typescriptHome = join(cache, "typescript");
const pythonHome = join(cache, "python");
const golangTool = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.5.0";

try {
  for (const [name, generator] of Object.entries(generators)) {
    const missing = missingOf(generator);
    if (missing === undefined) attempt(name, generator);
    else console.warn(`SKIPPED: ${name}, because ${missing}.`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function missingOf({ needs, fetch }: Generator): string | undefined {
  if (spawnSync("which", [needs]).status !== 0) return `there is no ${needs} on the PATH`;
  try {
    fetch();
    return undefined;
  } catch (error) {
    return `its packages cannot be fetched: ${error instanceof Error ? error.message : error}`;
  }
}

function attempt(name: string, { make }: Generator): void {
  try {
    make();
    console.log(`${name} makes a client that compiles.`);
  } catch (error) {
    console.error(`${name} fails: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

// A separate compiler, because this one does not run on the project's.
function fetchTypescript(): void {
  if (existsSync(join(typescriptHome, "node_modules"))) return;
  mkdirSync(typescriptHome, { recursive: true });
  writeFileSync(join(typescriptHome, "package.json"), '{ "private": true, "type": "module" }\n');
  run("npm", ["install", "--no-audit", "--no-fund", "openapi-typescript@7.13.0", "typescript@5.9.3"], typescriptHome);
}

function typescript(): void {
  const client = join(folder, "client.ts");
  const bin = join(typescriptHome, "node_modules/.bin");
  run(join(bin, "openapi-typescript"), [join(folder, "openapi.json"), "-o", client], typescriptHome);
  run(join(bin, "tsc"), ["--noEmit", "--strict", client], typescriptHome);
}

function fetchPython(): void {
  if (existsSync(join(pythonHome, "bin/openapi-python-client"))) return;
  run("python3", ["-m", "venv", pythonHome], folder);
  run(join(pythonHome, "bin/pip"), ["install", "-q", "openapi-python-client==0.28.0", "ruff"], folder);
}

function python(): void {
  const bin = join(pythonHome, "bin");
  const client = join(folder, "python");
  const parameters = ["generate", "--fail-on-warning", "--path", join(folder, "openapi.json"), "--output-path", client];
  run(join(bin, "openapi-python-client"), parameters, folder, bin);
  run(join(bin, "python"), ["-c", "import parley_administration_api_client.models"], client);
}

function fetchGolang(): void {
  run("go", ["run", golangTool, "-version"], folder);
}

function golang(): void {
  const client = join(folder, "go");
  mkdirSync(client);
  writeFileSync(join(client, "go.mod"), "module client\n\ngo 1.24\n");
  const output = join(client, "client.go");
  run("go", ["run", golangTool, "-generate", "types,client", "-package", "client", "-o", output, join(folder, "openapi-3.0.json")], folder);
  run("go", ["mod", "tidy"], client);
  run("go", ["vet", "./..."], client);
}

function run(command: string, parameters: readonly string[], cwd: string, path?: string): void {
  const PATH = [path, process.env.PATH].filter((part) => part !== undefined).join(":");
  execFileSync(command, parameters, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    env: { ...process.env, PATH },
    timeout: 600_000,
  });
}

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { defaultDocument } from "@parley/gateway/openapi";
import { asOpenApi30 } from "@parley/gateway/openapi-3-0";

// `npm run openapi:clients`: lets the generators that people use make clients of our document, and compiles what they make. Their packages are
// fetched once, into a place of their own; a generator whose toolchain is not here is skipped and said to be.
const folder = mkdtempSync(join(tmpdir(), "parley-openapi-"));
const cache = join(homedir(), ".cache/parley/openapi-generators");
const document = defaultDocument();
writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
writeFileSync(join(folder, "openapi-3.0.json"), JSON.stringify(asOpenApi30(document)));

const generators: Readonly<Record<string, { readonly needs: string; readonly make: () => void }>> = {
  "openapi-typescript": { needs: "npm", make: typescript },
  "openapi-python-client": { needs: "python3", make: python },
  "oapi-codegen": { needs: "go", make: golang },
};

try {
  for (const [name, { needs, make }] of Object.entries(generators)) {
    if (spawnSync("which", [needs]).status !== 0) console.warn(`SKIPPED: ${name}, because there is no ${needs} on the PATH.`);
    else attempt(name, make);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function attempt(name: string, make: () => void): void {
  try {
    make();
    console.log(`${name} makes a client that compiles.`);
  } catch (error) {
    console.error(`${name} fails: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

// A compiler of its own: this one does not run on the project's.
function typescript(): void {
  const home = join(cache, "typescript");
  if (!existsSync(join(home, "node_modules"))) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), '{ "private": true, "type": "module" }\n');
    run("npm", ["install", "--no-audit", "--no-fund", "openapi-typescript@7.13.0", "typescript@5.9.3"], home);
  }
  const client = join(home, "client.ts");
  run(join(home, "node_modules/.bin/openapi-typescript"), [join(folder, "openapi.json"), "-o", client], home);
  run(join(home, "node_modules/.bin/tsc"), ["--noEmit", "--strict", client], home);
}

function python(): void {
  const home = join(cache, "python");
  const bin = join(home, "bin");
  if (!existsSync(join(bin, "openapi-python-client"))) {
    run("python3", ["-m", "venv", home], folder);
    run(join(bin, "pip"), ["install", "-q", "openapi-python-client==0.28.0", "ruff"], folder);
  }
  const client = join(folder, "python");
  run(
    join(bin, "openapi-python-client"),
    ["generate", "--fail-on-warning", "--path", join(folder, "openapi.json"), "--output-path", client],
    folder,
    bin,
  );
  run(join(bin, "python"), ["-c", "import parley_administration_api_client.models"], client);
}

function golang(): void {
  const client = join(folder, "go");
  mkdirSync(client);
  writeFileSync(join(client, "go.mod"), "module client\n\ngo 1.24\n");
  const tool = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.5.0";
  run(
    "go",
    ["run", tool, "-generate", "types,client", "-package", "client", "-o", join(client, "client.go"), join(folder, "openapi-3.0.json")],
    folder,
  );
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

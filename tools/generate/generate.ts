import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { callersFile } from "./callers.ts";
import { clientFiles } from "./sdk/files.ts";

// `generate` writes the code of the protos and the clients; `generate --check` fails when what is committed is not what they are made of.
const generated = join(workspaceRoot, "libs/contracts/src/gen");

if (process.argv.includes("--check")) check();
else {
  generateProtos();
  for (const [path, text] of Object.entries({ ...clientFiles(), ...callersFile() })) write(path, text);
}

function check(): void {
  const stale = [...(areProtosFresh() ? [] : ["libs/contracts/src/gen"]), ...staleClientFiles()];
  if (stale.length === 0) return;
  console.error(
    `Not what the protos and the list of operations give: ${stale.join(", ")}. Run \`npm run generate\` and commit the result.`,
  );
  process.exitCode = 1;
}

// Beside the committed code and not over it: others read that meanwhile.
function areProtosFresh(): boolean {
  const fresh = mkdtempSync(join(tmpdir(), "parley-generated-"));
  try {
    generateProtos(fresh);
    execFileSync("diff", ["-r", generated, fresh], { stdio: "inherit" });
    return true;
  } catch (error) {
    if (!(error instanceof Error && "status" in error)) throw error;
    return false;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function staleClientFiles(): string[] {
  return Object.entries({ ...clientFiles(), ...callersFile() }).flatMap(([path, text]) => {
    const file = join(workspaceRoot, path);
    return existsSync(file) && readFileSync(file, "utf8") === text ? [] : [path];
  });
}

function write(path: string, text: string): void {
  const file = join(workspaceRoot, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function generateProtos(out = generated): void {
  const template = readFileSync(join(workspaceRoot, "proto/buf.gen.yaml"), "utf8").replace(/^( *out: ).*$/m, `$1${out}`);
  execFileSync("buf", ["generate", "--template", template], { cwd: join(workspaceRoot, "proto"), stdio: "inherit" });
}

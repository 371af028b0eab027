import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { listFiles } from "./lists/list-files.ts";

// `generate` writes the code of the protos, the lists of operations and handlers, and the clients, in this order, because each imports what comes
// before it; `generate --check` fails when what is committed is not what they are made of.
const generated = join(workspaceRoot, "libs/contracts/src/gen");

if (process.argv.includes("--check")) await check();
else {
  generateProtos();
  writeAll(listFiles());
  writeAll(await declaredFiles());
}

async function check(): Promise<void> {
  const stale = [...(areProtosFresh() ? [] : ["libs/contracts/src/gen"]), ...staleOf(listFiles())];
  // What is made of the declarations can be compared when these can be read.
  if (stale.length === 0) stale.push(...staleOf(await declaredFiles()));
  if (stale.length === 0) return;
  console.error(
    `Not what the protos, the handlers and the operations give: ${stale.join(", ")}. Run \`npm run generate\` and commit the result.`,
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

// Imported only now: what is imported here itself imports what has just been written.
async function declaredFiles(): Promise<Record<string, string>> {
  const [{ clientFiles }, { callersFile }, { dataProtectionFile }] = await Promise.all([
    import("./sdk/files.ts"),
    import("./callers.ts"),
    import("./data-protection/page.ts"),
  ]);
  return { ...clientFiles(), ...callersFile(), ...dataProtectionFile() };
}

function staleOf(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([path, text]) => {
    const file = join(workspaceRoot, path);
    return existsSync(file) && readFileSync(file, "utf8") === text ? [] : [path];
  });
}

function writeAll(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(workspaceRoot, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function generateProtos(out = generated): void {
  const template = readFileSync(join(workspaceRoot, "proto/buf.gen.yaml"), "utf8").replace(/^( *out: ).*$/m, `$1${out}`);
  execFileSync("buf", ["generate", "--template", template], { cwd: join(workspaceRoot, "proto"), stdio: "inherit" });
}

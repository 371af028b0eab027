import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { listFiles } from "./lists/list-files.ts";

// `generate` writes the code of the protos, the lists of operations and handlers, and the clients, in this order, because each imports the
// earlier ones. `generate --check` fails when the committed files differ from the generated ones.
const generated = join(workspaceRoot, "libs/contracts/src/gen");

if (process.argv.includes("--check")) await check();
else {
  generateProtos();
  writeAll(listFiles());
  writeAll(await declaredFiles());
}

async function check(): Promise<void> {
  const stale = [...(areProtosFresh() ? [] : ["libs/contracts/src/gen"]), ...staleOf(listFiles())];
  // Files made from declarations can only be compared when the files that the declarations import are up to date.
  if (stale.length === 0) stale.push(...staleOf(await declaredFiles()));
  if (stale.length === 0) return;
  console.error(
    `Out of date with the protos, the handlers and the operations: ${stale.join(", ")}. Run \`npm run generate\` and commit the result.`,
  );
  process.exitCode = 1;
}

// Generates into another folder, because other processes may read the committed code at the same time.
function areProtosFresh(): boolean {
  const fresh = mkdtempSync(join(tmpdir(), "parley-generated-"));
  try {
    generateProtos(fresh);
    const { status, error } = spawnSync("diff", ["-r", generated, fresh], { stdio: "inherit" });
    if (error) throw error;
    return status === 0;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

// Imported late, because it imports the files written before.
async function declaredFiles(): Promise<Record<string, string>> {
  const [{ clientFiles }, { callersFile }, { dataProtectionFile }, { triedFiles }] = await Promise.all([
    import("./sdk/files.ts"),
    import("./callers.ts"),
    import("./data-protection/page.ts"),
    import("./tried-pages.ts"),
  ]);
  return { ...clientFiles(), ...callersFile(), ...dataProtectionFile(), ...triedFiles() };
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

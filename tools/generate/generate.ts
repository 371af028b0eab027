import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

// `generate` writes the code of the protos; `generate --check` fails when what is committed is not what the protos give.
const root = resolve(import.meta.dirname, "../..");
const generated = join(root, "libs/contracts/src/gen");

if (process.argv.includes("--check")) check();
else run("buf", ["generate", "--template", "buf.gen.yaml"]);

function check(): void {
  const before = mkdtempSync(join(tmpdir(), "parley-generated-"));
  try {
    cpSync(generated, before, { recursive: true });
    run("buf", ["generate", "--template", "buf.gen.yaml"]);
    execFileSync("diff", ["-r", before, generated], { stdio: "inherit" });
  } catch (error) {
    console.error("The generated code is not what the protos give. Run `npm run generate` and commit the result.");
    process.exitCode = 1;
    if (!(error instanceof Error && "status" in error)) throw error;
  } finally {
    rmSync(before, { recursive: true, force: true });
  }
}

function run(command: string, parameters: string[]): void {
  execFileSync(command, parameters, { cwd: join(root, "proto"), stdio: "inherit" });
}

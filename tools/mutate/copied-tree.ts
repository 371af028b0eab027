import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyPackages } from "../copied-packages.ts";
import { workspaceRoot } from "../workspace-root.ts";
import type { Mutation } from "./mutation.ts";

/** A copy of the current sources, committed or not, and of the installed packages: a mutation breaks nothing else. */
export class CopiedTree implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "parley-mutate-"));

  constructor() {
    // Root runs Postgres as another user, who needs access.
    chmodSync(this.folder, 0o755);
    // The files that git tracks, or would track after an add, without those that were deleted but not committed.
    const copy = 'git ls-files -z --cached --others --exclude-standard | tar --null -T - --ignore-failed-read -c | tar x -C "$1"';
    execFileSync("sh", ["-c", copy, "sh", this.folder], { cwd: workspaceRoot, stdio: "ignore" });
    copyPackages(this.folder);
  }

  /** Runs the work while the mutation is applied. */
  async broken<Result>({ file, text, replacement }: Mutation, work: () => Promise<Result>): Promise<Result> {
    const path = join(this.folder, file);
    const source = readFileSync(path, "utf8");
    // Not by `replace`, which interprets `$` in the replacement.
    writeFileSync(path, source.split(text).join(replacement));
    try {
      return await work();
    } finally {
      writeFileSync(path, source);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

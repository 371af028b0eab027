import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyPackages } from "../copied-packages.ts";
import { workspaceRoot } from "../workspace-root.ts";

/** The sources of one commit in a folder of their own, with the packages of their lock file and nothing else of the checkout. */
export class StagedSource implements Disposable {
  readonly folder: string;
  readonly commit: string;
  /** The time of the commit, which is the time of everything made from it. */
  readonly timeMs: number;

  private constructor(folder: string, commit: string, timeMs: number) {
    this.folder = folder;
    this.commit = commit;
    this.timeMs = timeMs;
  }

  /** Fails when the installed packages are not those that the commit's lock file pins. */
  static make(commit: string): StagedSource {
    const timeMs = Number(git("log", "-1", "--format=%ct", commit)) * 1_000;
    const folder = mkdtempSync(join(tmpdir(), "parley-release-"));
    const staged = new StagedSource(folder, commit, timeMs);
    try {
      execFileSync("sh", ["-c", 'git archive "$1" | tar x -C "$2"', "sh", commit, folder], { cwd: workspaceRoot });
      requireSamePackages(folder);
      copyPackages(folder);
      return staged;
    } catch (error) {
      staged[Symbol.dispose]();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The id of the commit that a name such as `HEAD` or a tag stands for. */
export function commitOf(name: string): string {
  return git("rev-parse", "--verify", `${name}^{commit}`);
}

type Lock = {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly link?: boolean; readonly integrity?: string }>>;
};

function requireSamePackages(folder: string): void {
  const read = (path: string) => (JSON.parse(readFileSync(path, "utf8")) as Lock).packages;
  const [pinned, installed] = [read(join(folder, "package-lock.json")), read(join(workspaceRoot, "node_modules/.package-lock.json"))];
  const other = Object.entries(installed).filter(
    ([path, { version, integrity, link }]) =>
      path.includes("node_modules/") && link !== true && (pinned[path]?.version !== version || pinned[path]?.integrity !== integrity),
  );
  if (other.length > 0) throw new Error(`${other[0]?.[0]} is not installed as the commit's package-lock.json pins it. Run npm ci.`);
}

function git(...parameters: readonly string[]): string {
  return execFileSync("git", parameters, { cwd: workspaceRoot, encoding: "utf8" }).trim();
}

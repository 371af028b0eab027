import { execFile } from "node:child_process";
import { access, cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { availableParallelism, homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The release of Citus that is built. */
const release = "13.2.2";
/** Citus defines a function of this name, and newer releases of this Postgres define one as well. */
const clashingName = "have_createdb_privilege";
const longestOutput = 64 * 1024 * 1024;

/** Citus is missing and cannot be built here; the message says how to get it. */
export class CitusMissing extends Error {
  override readonly name = "CitusMissing";

  constructor(why: string) {
    super(
      `There is no Citus: ${why}. It is built once from the sources of release ${release} (PARLEY_CITUS_SOURCE names a clone of its repository), for which Debian has postgresql-15, postgresql-server-dev-15, libkrb5-dev, liblz4-dev, libzstd-dev and build-essential.`,
    );
  }
}

/**
 * The folder of a Postgres 15 server with the Citus extension, in the form in which `startEmbeddedPostgres` takes a package. It is built from the clone that
 * PARLEY_CITUS_SOURCE names and from Debian's Postgres, which takes three minutes, and kept in the user's cache. Nothing of the machine's own Postgres is changed.
 */
export async function citusPackage(): Promise<string> {
  const home = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley", `citus-${release}`);
  if (await exists(home)) return home;
  const source = process.env.PARLEY_CITUS_SOURCE;
  if (!source) throw new CitusMissing("PARLEY_CITUS_SOURCE is not set");
  const server = await installedServer();
  await mkdir(dirname(home), { recursive: true });
  const stage = await mkdtemp(`${home}-unfinished-`);
  try {
    const build = join(stage, "build");
    await unpack(source, build);
    await compile(build, server);
    await assemble(join(stage, "package"), build, server);
    // The rename makes the folder appear whole; another run may have been first.
    await rename(join(stage, "package"), home).catch(async (error: unknown) => {
      if (!(await exists(home))) throw error;
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  return home;
}

interface Server {
  readonly pgConfig: string;
  readonly version: string;
  /**
   * The folders of its programs, libraries and shared files. The server finds libraries and shared files by paths relative to its programs.
   */
  readonly folders: readonly string[];
}

async function installedServer(): Promise<Server> {
  const pgConfig = "/usr/lib/postgresql/15/bin/pg_config";
  if (!(await exists(pgConfig))) throw new CitusMissing("Postgres 15 is not installed");
  const [version = "", headers = "", ...folders] = await Promise.all(
    ["--version", "--includedir-server", "--bindir", "--pkglibdir", "--sharedir"].map(async (what) =>
      (await run(pgConfig, [what])).stdout.trim(),
    ),
  );
  if (!(await exists(join(headers, "postgres.h")))) throw new CitusMissing("the headers of Postgres 15 are not installed");
  return { pgConfig, version: version.split(" ")[1] ?? "", folders };
}

async function unpack(source: string, build: string): Promise<void> {
  await mkdir(build);
  const archive = join(build, "sources.tar");
  await run("git", ["-C", source, "archive", "-o", archive, `v${release}`]).catch((error: unknown) => {
    throw new CitusMissing(`${source} has no release ${release} (${error instanceof Error ? error.message.trim() : String(error)})`);
  });
  await run("tar", ["-xf", archive, "-C", build]);
  const { stdout } = await run("grep", ["-rlw", clashingName, join(build, "src")]);
  await Promise.all(
    stdout
      .trim()
      .split("\n")
      .map(async (file) => {
        await writeFile(file, (await readFile(file, "utf8")).replaceAll(new RegExp(`\\b${clashingName}\\b`, "g"), `citus_${clashingName}`));
      }),
  );
}

async function compile(build: string, { pgConfig }: Server): Promise<void> {
  console.log(`Building Citus ${release}, which takes some minutes the first time.`);
  const inBuild = { cwd: build, maxBuffer: longestOutput };
  await run("./configure", ["--without-libcurl", `PG_CONFIG=${pgConfig}`], inBuild);
  await run("make", [`-j${availableParallelism()}`, "with_llvm=no"], inBuild);
  await run("make", ["install", "with_llvm=no", `DESTDIR=${join(build, "installed")}`], inBuild);
}

/**
 * Copies the installed server and adds the extension. The folders keep their positions relative to one another, because the server finds
 * them by relative paths.
 */
async function assemble(folder: string, build: string, { version, folders }: Server): Promise<void> {
  const native = join(folder, "native");
  await mkdir(native, { recursive: true });
  const placeOf = (path: string) => join(native, relative("/usr", path));
  for (const path of folders) {
    await cp(path, placeOf(path), { recursive: true, verbatimSymlinks: true, filter: (file) => !file.includes("/bitcode") });
    const added = join(build, "installed", path);
    if (await exists(added)) await cp(added, placeOf(path), { recursive: true, force: true });
  }
  const [programs = ""] = folders;
  await symlink(relative("/usr", programs), join(native, "bin"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "citus", version: `${version}-citus.${release}` }));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

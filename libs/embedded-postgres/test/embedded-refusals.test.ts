import { execFileSync } from "node:child_process";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { EmbeddedPostgresError, resetEmbeddedPostgres } from "../src/index.ts";
import { query, useScratch } from "./embedded-scratch.ts";

const scratch = useScratch();
const { start } = scratch;

describe("what cannot be started is refused in one sentence", () => {
  it("a port that is taken is named", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await vi.waitFor(() => expect(taken.listening).toBe(true));
    const address = taken.address();
    const port = typeof address === "object" && address ? address.port : 0;

    const refused = start("main", { port });

    await expect(refused).rejects.toThrow(`Postgres cannot listen on port ${port} of 127.0.0.1: Address already in use.`);
    await expect(refused).rejects.toBeInstanceOf(EmbeddedPostgresError);
    taken.close();
  });

  it("the folder of another major version stays as it is", async () => {
    const server = await start("older");
    await server.stop();
    await writeFile(join(server.dataDir, "PG_VERSION"), "17\n");
    const before = await readdir(server.dataDir);

    await expect(start("older")).rejects.toThrow(
      `The data folder ${server.dataDir} was written by Postgres 17 and this is Postgres 18: dump it with 17, or use another folder.`,
    );
    expect(await readdir(server.dataDir)).toEqual(before);
  });

  it("a folder with other files is neither used nor removed", async () => {
    const dataDir = join(scratch.folder, "photos");
    await mkdir(dataDir);
    await writeFile(join(dataDir, "cat.jpg"), "");
    const sentence = `The data folder ${dataDir} is neither empty nor a Postgres data folder, so it is left alone.`;

    await expect(start("photos")).rejects.toThrow(sentence);
    await expect(resetEmbeddedPostgres(dataDir)).rejects.toThrow(sentence);
    expect(await readdir(dataDir)).toEqual(["cat.jpg"]);
  });

  it("a lost password file is named", async () => {
    const server = await start("locked-out");
    await server.stop();
    await rm(`${server.dataDir}.password`);

    await expect(start("locked-out")).rejects.toThrow(
      `The data folder ${server.dataDir} has lost its password file ${server.dataDir}.password: restore it, or remove the data.`,
    );
    expect(await readdir(server.dataDir)).not.toContain("postmaster.pid");
  });

  it("a password file that is not this folder's is named, and no server is left behind", async () => {
    const server = await start("other-password");
    await server.stop();
    await writeFile(`${server.dataDir}.password`, "guess");

    await expect(start("other-password")).rejects.toThrow(
      `The server that runs on ${server.dataDir} refuses the password in ${server.dataDir}.password.`,
    );
    expect(await readdir(server.dataDir)).not.toContain("postmaster.pid");
  });

  it("a setting that the server refuses is shown in its own words", async () => {
    await expect(start("main", { settings: { work_mem: "plenty" } })).rejects.toThrow(/invalid value for parameter "work_mem": "plenty"/);
  });

  it("a parent that is a file", async () => {
    await writeFile(join(scratch.folder, "file"), "");

    await expect(start("file/data")).rejects.toThrow(/^The data folder .* cannot be used: one of its parents is not a folder/);
  });

  it.skipIf(process.getuid?.() === 0)("a folder that may not be written", async () => {
    await mkdir(join(scratch.folder, "sealed"), { mode: 0o500 });

    await expect(start("sealed/data")).rejects.toThrow(/^The data folder .* cannot be used: permission is denied/);
  });

  it.skipIf(!canMount())("a full disk, at any step", async () => {
    for (const limit of ["nr_inodes=1", "size=4m"]) {
      const disk = join(scratch.folder, `disk-${limit}`);
      await mkdir(disk);
      execFileSync("mount", ["-t", "tmpfs", "-o", `mode=755,${limit}`, "tmpfs", disk]);
      try {
        await expect(start(`disk-${limit}/data`)).rejects.toThrow(/^The data folder .* cannot be used: the disk is full/);
        expect((await readdir(disk)).filter((entry) => entry !== "data.password")).toEqual([]);
      } finally {
        execFileSync("umount", [disk]);
      }
    }
  });
});

describe("reset", () => {
  it("removes data and password, so that the next start begins anew, and accepts a missing folder", async () => {
    const first = await start("reset");
    await first.createDatabase("gone");
    await first.stop();

    await resetEmbeddedPostgres(first.dataDir);
    expect((await readdir(scratch.folder)).filter((entry) => entry.startsWith("reset"))).toEqual([]);
    await resetEmbeddedPostgres(first.dataDir);
    await resetEmbeddedPostgres(join(scratch.folder, "never", "was"));

    const second = await start("reset");
    expect(await query(second.url, "select datname from pg_database where datname = 'gone'")).toEqual([]);
    expect(new URL(second.url).password).not.toBe(new URL(first.url).password);
  });

  it("refuses a folder in use and removes nothing", async () => {
    const server = await start("main");

    await expect(resetEmbeddedPostgres(server.dataDir)).rejects.toThrow(/^Another Parley process .* uses the data folder/);
    expect(await query(server.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });
});

function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", tmpdir()], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

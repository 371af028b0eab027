import { chmod, mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgresUnderFire } from "../postgres-under-fire.ts";
import { mountPoweredDisk, type PoweredDisk } from "../powered-disk.ts";

const scratch = await mkdtemp(join(tmpdir(), "parley-power-"));
// Root runs Postgres as another user, who needs access.
await chmod(scratch, 0o755);
const disk = await mountPoweredDisk(join(scratch, "disk"));
if (disk === undefined) {
  console.error(
    "\nPOWER CUTS ARE SKIPPED: no disk can be mounted here that could lose its power. It takes root on Linux and apt-get install xfsprogs.\n",
  );
  // If all tests are skipped, no hook runs after them.
  await rm(scratch, { recursive: true });
}

afterAll(async () => {
  await disk?.remove();
  await rm(scratch, { recursive: true });
});

describe.skipIf(disk === undefined)("a power cut", () => {
  test("loses unflushed data and keeps flushed data", async () => {
    const { folder, cut, powerOn } = disk as PoweredDisk;
    await using flushed = await open(join(folder, "flushed"), "w");
    await flushed.writeFile("here");
    await flushed.sync();
    await writeFile(join(folder, "not-flushed"), "gone");

    await cut();
    await expect(readdir(folder)).rejects.toThrow(/EIO/);
    await flushed.close();
    await powerOn();

    expect(await readdir(folder)).toEqual(["flushed"]);
  });
});

describe.skipIf(disk === undefined)("Postgres whose machine loses its power", () => {
  let postgres: Awaited<ReturnType<typeof startPostgresUnderFire>>;

  beforeAll(async () => {
    postgres = await startPostgresUnderFire((disk as PoweredDisk).folder, { durable: true });
  });
  afterAll(async () => {
    await postgres.stop();
  });

  test("has every commit that it acknowledged", async () => {
    const { cut, powerOn } = disk as PoweredDisk;
    const acknowledged: number[] = [];
    await ask("create table written (n int primary key)");
    for (const lap of [1, 2, 3]) {
      const writers = Array.from({ length: 8 }, (_, n) => writeUntilRefused(lap * 1_000_000 + n * 100_000, acknowledged));
      const enough = acknowledged.length + 400;
      while (acknowledged.length < enough) await delay(5);

      await cut();
      await postgres.down("kill");
      await Promise.all(writers);
      await powerOn();
      await postgres.up();

      const rows = new Set((await ask("select n from written")).map(({ n }) => n));
      expect(acknowledged.filter((n) => !rows.has(n))).toEqual([]);
    }
  }, 180_000);

  async function ask(statement: string) {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      return (await client.query<{ n: number }>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async function writeUntilRefused(from: number, acknowledged: number[]): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url });
    client.on("error", () => undefined);
    await client.connect();
    for (let n = from; ; n++) {
      const isDone = await client.query("insert into written values ($1)", [n]).then(
        () => true,
        () => false,
      );
      if (!isDone) return void (await client.end());
      acknowledged.push(n);
    }
  }
});

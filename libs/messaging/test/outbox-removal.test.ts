import { Database, type Db, migrate, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { freshDatabase, querySql } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { laneOf } from "../src/events/event.ts";
import { save, sender, senderTables } from "./texts.ts";

const commits = statement("sender.test_commits", {}, { waits: types.text }, sql`select current_setting('synchronous_commit') as waits`);

test("the removal of published events does not wait for the disk; what its connection writes afterwards does", async () => {
  const url = await freshDatabase();
  await querySql(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = on`);
  await migrate({ url, schema: "sender", migrations: [senderTables] });
  const bounds = { connectTimeoutMs: 5_000, statementTimeoutMs: 10_000, onConnectionError: () => undefined };
  const database = new Database({ url, schema: "sender", role: undefined, maxConnections: 1, ...bounds });
  onTestFinished(() => database.close());
  const waitsAfter = (work: (tx: Db) => Promise<unknown>) =>
    database.transaction(async (tx) => {
      await work(tx);
      return (await tx.row(commits, {}))?.waits;
    });
  await save(database, "a", "text");

  const removing = await waitsAfter(async (tx) => sender.outbox.remove(tx, await sender.outbox.heads(tx, [laneOf("pk_test/a")], 1, 1_000)));

  expect(removing).toBe("off");
  expect(await sender.outbox.isWaiting(database)).toBe(false);
  expect(await waitsAfter((tx) => save(tx, "b", "text"))).toBe("on");
});

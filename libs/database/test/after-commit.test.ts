import { freshDatabase } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { Database } from "../src/index.ts";
import { createItems, insertItem } from "./items.ts";

test("work after the commit runs once the commit is certain, and not at all when the transaction fails", async () => {
  const url = await freshDatabase();
  await createItems(url);
  const database = new Database({
    url,
    schema: "public",
    role: undefined,
    maxConnections: 1,
    connectTimeoutMs: 2_000,
    statementTimeoutMs: 10_000,
    onConnectionError: () => undefined,
  });
  onTestFinished(() => database.close());
  const done: string[] = [];
  const noteAfter = (name: string) => () => {
    done.push(name);
  };

  database.afterCommit(noteAfter("at once"));
  await database.transaction(async (tx) => {
    tx.afterCommit(noteAfter("committed"));
    await tx.run(insertItem, { id: 90, text: "kept" });
    expect(done).toEqual(["at once"]);
  });
  const failed = database.transaction(async (tx) => {
    tx.afterCommit(noteAfter("never"));
    await tx.run(insertItem, { id: 90, text: "exists" });
  });

  await expect(failed).rejects.toThrow();
  expect(done).toEqual(["at once", "committed"]);
});

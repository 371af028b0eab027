import { freshDatabase } from "@parley/testing";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { createItems, insertItem, oneConnection, selectItems } from "./items.ts";

test("once its first statement is prepared a transaction begins together with it; without statements it does not begin", async () => {
  const url = await freshDatabase();
  await createItems(url);
  const database = oneConnection(url);
  const insert = (id: number) => database.transaction((tx) => tx.run(insertItem, { id, text: "kept" }));
  const query = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  const sent = () => query.mock.calls.splice(0).map(([run]) => nameOf(run as unknown as { name?: string; text: string }));

  await insert(1);
  expect(sent()).toEqual(["begin", insertItem.name, "commit"]);
  expect(await insert(2)).toBe(1);
  expect(sent()).toEqual([insertItem.name, "commit"]);

  await expect(insert(2)).rejects.toThrow();
  expect(sent()).toEqual([insertItem.name, "rollback"]);
  const failed = database.transaction(async (tx) => {
    await Promise.all([tx.run(insertItem, { id: 3, text: "lost" }), tx.run(insertItem, { id: 4, text: "lost" })]);
    throw new Error("No.");
  });
  await expect(failed).rejects.toThrow("No.");
  expect(sent()).toEqual([insertItem.name, insertItem.name, "rollback"]);

  await database.transaction(async () => undefined);
  expect(sent()).toEqual([]);
  expect((await database.rows(selectItems, { from: 1 })).map(({ id }) => id)).toEqual([1, 2]);
});

function nameOf({ name, text }: { readonly name?: string; readonly text: string }): string {
  return name ?? text;
}

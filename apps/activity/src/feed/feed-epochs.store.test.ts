import type { Db } from "@parley/database";
import { expect, test } from "vitest";
import { selectFeedState } from "./feed-epochs.store.ts";

test("a feed whose epoch began before a restart of the database, and is not known after it, can be read again later", async () => {
  const asked: string[] = [];
  const database = {
    row: async ({ name }: { readonly name: string }) => {
      asked.push(name);
      return undefined;
    },
  };

  await expect(selectFeedState(database as unknown as Db, ["pk"])).rejects.toMatchObject({
    kind: "unavailable",
    reason: "database_unavailable",
  });
  expect(asked).toEqual(["activity.feed_state", "activity.feed_epoch_begin", "activity.feed_state"]);
});

import { type Migration, migrate } from "@parley/database";
import { querySql, until } from "@parley/testing";
import { CitusDatabases } from "@parley/testing/citus";
import { expect, test } from "vitest";
import { migrations } from "../migrations/index.ts";
import { activityModule } from "../src/module.ts";
import { addThread, changeThread, idsBehind, keysApart, startSpread } from "./spread-scene.ts";

const databases = new CitusDatabases(activityModule, { migrates: false });

// The first one whose rows can be spread.
const firstSpread = "0013_rows_on_several_servers";

const migrateWith = (steps: readonly Migration[]) => migrate({ url: databases.url, schema: "activity", migrations: steps });

test("an installation whose rows have been spread since the first release that could is migrated, and serves", async () => {
  await migrateWith(migrations.filter(({ name }) => name <= firstSpread));
  expect(await databases.run("distribute")).toMatch(/^Spread by API key in activity: annotations, /);
  const keys = await keysApart(databases.url);

  const { applied } = await migrateWith(migrations);
  expect(applied).toEqual(migrations.map(({ name }) => name).filter((name) => name > firstSpread));
  expect(await databases.run("distribute")).toBe("The rows of activity are spread already.");

  const activity = await startSpread(databases, keys);
  for (const apiKeyId of keys) {
    activity.surroundings.searchedKeys.add(apiKeyId);
    activity.surroundings.indexedKeys.add(apiKeyId);
    await addThread(activity, apiKeyId, "a");
    await changeThread(activity, apiKeyId, "a");
    expect((await idsBehind(activity, apiKeyId, "start", 10_000)).ids.length).toBeGreaterThan(5);
    await until(async () => {
      const { threads } = await activity.administration.searchCommentAnnotations({ apiKeyId, organizationId: "acme", query: "changed" });
      return threads.length === 1 || undefined;
    }, 30_000);
  }
  expect(await indexOptions()).toEqual([{ options: "fastupdate=true,gin_pending_list_limit=64" }]);
}, 120_000);

/** The options of the search index wherever a part of it is, each once. */
function indexOptions() {
  return querySql<{ options: string }>(
    databases.url,
    `select distinct result as options from run_command_on_shards('activity.search_comments', $$
       select string_agg(array_to_string(i.reloptions, ','), ' ') from pg_index x join pg_class i on i.oid = x.indexrelid
       where x.indrelid = '%s'::regclass and i.relname like 'search_comments_by_terms%%' $$)`,
  );
}

import { migrate } from "@parley/database";
import { querySql, until } from "@parley/testing";
import { CitusDatabases } from "@parley/testing/citus";
import { expect, test } from "vitest";
import { migrations } from "../migrations/index.ts";
import { activityModule } from "../src/module.ts";
import { addThread, changeThread, idsBehind, keysApart, startSpread } from "./spread-scene.ts";

const databases = new CitusDatabases(activityModule, { migrates: false });

// Citus treats each of these statements differently.
const further = {
  name: "9999_further",
  sql: `alter table annotations add column further int not null default 0;
    create index annotations_by_further on annotations (api_key_id, further);
    create function further() returns int language sql as $$ select 1 $$;
    alter index activity.search_comments_by_terms set (fastupdate = true, gin_pending_list_limit = 128);`,
};

test("a further step is applied to rows that have been spread, and the service goes on", async () => {
  await migrate({ url: databases.url, schema: "activity", migrations });
  expect(await databases.run("distribute")).toMatch(/^Spread by API key in activity: annotations, /);
  const keys = await keysApart(databases.url);

  const { applied } = await migrate({ url: databases.url, schema: "activity", migrations: [...migrations, further] });
  expect(applied).toEqual([further.name]);
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
  expect(await indexOptions()).toEqual([{ options: "fastupdate=true,gin_pending_list_limit=128" }]);
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

import { querySql, until } from "@parley/testing";
import { CitusDatabases } from "@parley/testing/citus";
import { expect, test } from "vitest";
import { activityModule } from "../src/module.ts";
import type { Activity } from "./activity.ts";
import { addRecord, idsBehind, keysApart, startSpread } from "./spread-scene.ts";

const databases = new CitusDatabases(activityModule);

/** Writes records one after the other, each until it is acknowledged, and follows the feed of the same API key meanwhile. */
function scene(activity: Activity, apiKeyId: string) {
  const written: string[] = [];
  const told: string[] = [];
  let goesOn = true;
  let isWriting = true;
  const write = async () => {
    while (goesOn) {
      const id = `r${written.length}`;
      const { results } = await addRecord(activity, apiKeyId, id).catch(() => ({ results: [] }));
      // An attempt whose response was lost may have been stored.
      if (results[0]?.success) written.push(id);
    }
    isWriting = false;
  };
  const follow = async () => {
    let cursor = "start";
    while (isWriting || told.length < written.length) {
      const page = await idsBehind(activity, apiKeyId, cursor, 500).catch(() => undefined);
      told.push(...(page?.ids ?? []));
      cursor = page?.nextCursor ?? cursor;
    }
  };
  const work = Promise.all([write(), follow()]);
  return {
    written,
    told,
    grown: (more: number) => {
      const from = written.length;
      return until(() => written.length >= from + more || undefined, 60_000);
    },
    end: () => {
      goesOn = false;
      return work;
    },
  };
}

test("while workers and the coordinator crash in turn, every acknowledged change is announced once, in the order of the feed", async () => {
  await databases.run("distribute");
  const keys = await keysApart(databases.url);
  const activity = await startSpread(databases, keys);
  const scenes = keys.map((apiKeyId) => ({ apiKeyId, ...scene(activity, apiKeyId) }));
  const allGrow = () => Promise.all(scenes.map(({ grown }) => grown(15)));

  await allGrow();
  for (const crash of [
    () => databases.cluster.crashWorker(0),
    () => databases.cluster.crashCoordinator(),
    () => databases.cluster.crashWorker(1),
    () => databases.cluster.crashCoordinator(),
  ]) {
    await crash();
    await allGrow();
  }
  await Promise.all(scenes.map(({ end }) => end()));

  for (const { apiKeyId, written, told } of scenes) {
    const stored = await querySql<{ id: string }>(
      databases.url,
      "select activity_id as id from activity.activities where api_key_id = $1 order by feed_position, activity_ref",
      [apiKeyId],
    );
    expect(told).toEqual(stored.map(({ id }) => id));
    expect(told.toSorted()).toEqual(written.toSorted());
  }
}, 300_000);

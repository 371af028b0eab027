import { setTimeout } from "node:timers/promises";
import { withConstants } from "@parley/runtime";
import { ownPostgres, querySql } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startActivity, welcome } from "./activity.ts";
import { type Feed, startFeed } from "./feed.ts";

let feed: Feed;

beforeAll(async () => {
  feed = await startFeed();
});

afterAll(() => feed?.[Symbol.asyncDispose]());

describe("order", () => {
  test("changes come in the order of their transactions, the same in every reading and from every cursor", async () => {
    const apiKeyId = feed.freshKey();
    const written = Array.from({ length: 25 }, (_, index) => `r${String(index).padStart(2, "0")}`);
    for (const id of written) await feed.addRecords(apiKeyId, [id]);

    expect(await feed.ids(25, { apiKeyId })).toEqual(written);
    expect(await feed.ids(25, { apiKeyId, pageSize: 3 })).toEqual(written);
    const { nextCursor } = await feed.activity.administration.readChanges({ apiKeyId, cursor: "start", pageSize: 7 });
    expect(await feed.ids(18, { apiKeyId }, nextCursor)).toEqual(written.slice(7));
    expect(await feed.idsNow({ apiKeyId }, "now")).toEqual([]);
  });

  test("readers do not miss a record that commits later than others", async () => {
    const apiKeyId = feed.freshKey();
    await feed.addRecords(apiKeyId, ["before"]);
    const late = await feed.openTransaction(apiKeyId, "late");
    try {
      await feed.addRecords(apiKeyId, ["after"]);
      const first = await feed.read(1, { apiKeyId });
      expect(first.changes.map(({ activityId }) => activityId)).toEqual(["before"]);
      expect(await feed.idsNow({ apiKeyId }, first.cursor)).toEqual([]);

      await late.query("commit");

      expect(await feed.ids(2, { apiKeyId }, first.cursor)).toEqual(["late", "after"]);
      expect(await feed.ids(3, { apiKeyId })).toEqual(["before", "late", "after"]);
    } finally {
      await late.end();
    }
  });

  test("readers from any cursor find all changes in one order, in whichever order writers commit", async () => {
    const apiKeyId = feed.freshKey();
    const writers = 20;
    const rounds = 5;
    let writing = writers;
    const write = async (writer: number) => {
      for (let round = 0; round < rounds; round++) {
        const client = await feed.openTransaction(apiKeyId, `w${writer}-${round}`);
        await setTimeout(Math.random() * 60);
        await client.query(round === 2 ? "rollback" : "commit");
        await client.end();
      }
      writing--;
    };
    const follow = async (delayMs: number, pageSize: number) => {
      await setTimeout(delayMs);
      const told: string[] = [];
      for (let cursor = "start", isEnd = false; !isEnd; ) {
        isEnd = writing === 0;
        const page = await feed.activity.administration.readChanges({ apiKeyId, cursor, pageSize, waitMs: isEnd ? 2_000 : 20 });
        told.push(...page.changes.map(({ activityId }) => activityId));
        isEnd &&= page.changes.length === 0;
        cursor = page.nextCursor;
      }
      return told;
    };

    const readers = Array.from({ length: 8 }, (_, reader) => follow(reader * 30, 1 + reader * 3));
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    const told = await Promise.all(readers);

    const stored = await querySql<{ id: string }>(
      feed.activity.databaseUrl,
      "select activity_id as id from activity.activities where api_key_id = $1 order by feed_position, activity_ref",
      [apiKeyId],
    );
    expect(stored).toHaveLength(writers * (rounds - 1));
    for (const ids of told) expect(ids).toEqual(stored.map(({ id }) => id));
  }, 60_000);

  test("a transaction that has been rolled back does not delay the feed", async () => {
    const apiKeyId = feed.freshKey();
    const never = await feed.openTransaction(apiKeyId, "never");
    await feed.addRecords(apiKeyId, ["after"]);
    expect(await feed.idsNow({ apiKeyId }, "start")).toEqual([]);

    await never.query("rollback");
    await never.end();

    expect(await feed.ids(1, { apiKeyId })).toEqual(["after"]);
  });

  test("a changed record appears again, as another change", async () => {
    const apiKeyId = feed.freshKey();
    await feed.addRecords(apiKeyId, ["one", "two"]);
    const first = await feed.read(2, { apiKeyId });
    await feed.activity.administration.updateActivities({
      apiKeyId,
      organizationId: "acme",
      activities: [{ id: "one", actionIcon: "star" }],
    });

    const again = await feed.read(1, { apiKeyId }, first.cursor);

    expect(again.changes.map(({ activityId }) => activityId)).toEqual(["one"]);
    expect(first.changes.map(({ changeId }) => changeId)).not.toContain(again.changes[0]?.changeId);
    expect(await feed.ids(2, { apiKeyId })).toEqual(["two", "one"]);
  });
});

describe("pages", () => {
  test("changes that do not match the filters are skipped, and the cursor continues behind them", async () => {
    const apiKeyId = feed.freshKey();
    await feed.addRecords(apiKeyId, ["w1"]);
    await feed.addRecords(apiKeyId, ["r1"], { documentId: "roadmap" });
    await feed.addRecords(apiKeyId, ["w2"], { actionType: "custom.other" });
    await feed.activity.administration.addActivities({
      apiKeyId,
      organizationId: "globex",
      activities: [{ id: "g1", actionType: "custom.act" }],
    });

    expect(await feed.ids(4, { apiKeyId })).toEqual(["w1", "r1", "w2", "g1"]);
    expect(await feed.idsNow({ apiKeyId, organizationId: "acme" }, "start")).toEqual(["w1", "r1", "w2"]);
    expect(await feed.idsNow({ apiKeyId, organizationId: "acme", documentId: "roadmap" }, "start")).toEqual(["r1"]);
    expect(await feed.idsNow({ apiKeyId, actionTypes: ["custom.act"] }, "start")).toEqual(["w1", "r1", "g1"]);
    const none = await feed.activity.administration.readChanges({ apiKeyId, organizationId: "none", cursor: "start" });
    expect(none).toMatchObject({ changes: [], upToDate: true });
    expect(await feed.idsNow({ apiKeyId }, none.nextCursor)).toEqual([]);
  });

  test("a page is limited in bytes, and large records are all returned", async () => {
    const apiKeyId = feed.freshKey();
    const changesJson = JSON.stringify({ title: { from: "", to: "x".repeat(90_000) } });
    const written = Array.from({ length: 8 }, (_, index) => `big${index}`);
    await feed.addRecords(apiKeyId, written, { changesJson });
    expect(await feed.ids(8, { apiKeyId })).toEqual(written);

    const page = await feed.activity.administration.readChanges({ apiKeyId, cursor: "start" });

    expect(page.changes).toHaveLength(2);
    expect(page.upToDate).toBe(false);
  });

  test("a page scans a bounded number of records and reports that it has not reached the end", async () => {
    await using server = await ownPostgres();
    await using bounded = await startActivity({ PARLEY_DATABASE_URL: await server.start(), ...withConstants({ maxScannedRows: 10 }) });
    const { apiKeyId, organizationId } = welcome;
    const activities = Array.from({ length: 35 }, (_, index) => ({ id: `r${index}`, actionType: index === 34 ? "rare" : "often" }));
    await bounded.administration.addActivities({ apiKeyId, organizationId, activities });
    const request = { apiKeyId, actionTypes: ["rare"], pageSize: 5 };

    await expect
      .poll(async () => (await bounded.administration.readChanges({ apiKeyId, cursor: "now", waitMs: 0 })).nextCursor, { timeout: 10_000 })
      .not.toBe((await bounded.administration.readChanges({ apiKeyId: "pk_none" })).nextCursor);

    const first = await bounded.administration.readChanges({ ...request, cursor: "start" });
    expect(first).toMatchObject({ changes: [], upToDate: false });

    let page = first;
    const found: string[] = [];
    for (let reads = 1; !page.upToDate; reads++) {
      expect(reads).toBeLessThan(5);
      page = await bounded.administration.readChanges({ ...request, cursor: page.nextCursor });
      found.push(...page.changes.map(({ activityId }) => activityId));
    }
    expect(found).toEqual(["r34"]);
  });
});

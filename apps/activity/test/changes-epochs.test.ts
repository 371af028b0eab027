import { createClient } from "@connectrpc/connect";
import { ActivityService } from "@parley/contracts/activity";
import { createRpcTransport } from "@parley/rpc";
import { type OwnPostgres, ownPostgres, querySql } from "@parley/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Activity, startActivity, welcome } from "./activity.ts";

const { apiKeyId, organizationId } = welcome;
const timeoutMs = 120_000;

let server: OwnPostgres;
let url: string;
let activity: Activity | undefined;

beforeEach(async () => {
  server = await ownPostgres();
  await start();
}, timeoutMs);

afterEach(async () => {
  await activity?.process.stop();
  await server[Symbol.asyncDispose]();
}, timeoutMs);

async function start(): Promise<void> {
  url = await server.start();
  activity = await startActivity({ PARLEY_DATABASE_URL: url });
}

async function stop(): Promise<void> {
  await activity?.process.stop();
  await server.stop();
}

async function write(id: string): Promise<void> {
  await activity?.administration.addActivities({ apiKeyId, organizationId, activities: [{ id, actionType: "custom.act" }] });
}

/** Reads a number of changes from a cursor on, and returns the cursor behind them. */
async function read(count: number, from: string) {
  const told: string[] = [];
  let cursor = from;
  for (let pages = 0; pages < 100 && told.length < count; pages++) {
    const page = await activity?.administration.readChanges({ apiKeyId, cursor, waitMs: 1_000 });
    told.push(...(page?.changes ?? []).map(({ activityId }) => activityId));
    cursor = page?.nextCursor ?? "";
  }
  return { told, cursor };
}

test(
  "a cursor is valid after a restart of the server",
  async () => {
    await write("r1");
    const { cursor } = await read(1, "start");
    await stop();
    await start();
    await write("r2");

    expect((await read(1, cursor)).told).toEqual(["r2"]);
    expect((await read(2, "start")).told).toEqual(["r1", "r2"]);
  },
  timeoutMs,
);

test(
  "in a restored copy a cursor is refused if the copy may lack earlier changes, and is valid otherwise",
  async () => {
    await write("r1");
    const early = await read(1, "start");
    await stop();
    await server.copy();
    await start();
    await write("lost");
    const late = await read(1, early.cursor);
    expect(late.told).toEqual(["lost"]);
    await stop();
    await server.restore();
    await start();
    // In the copy, other transactions get the ids of the lost ones.
    for (const id of ["n1", "n2", "n3"]) await write(id);

    const refused = activity?.administration.readChanges({ apiKeyId, cursor: late.cursor });

    await expect(refused).rejects.toMatchObject({ failure: { kind: "out_of_range", violations: [{ field: "cursor" }] } });
    expect((await read(3, early.cursor)).told).toEqual(["n1", "n2", "n3"]);
    expect((await read(4, "start")).told).toEqual(["r1", "n1", "n2", "n3"]);
  },
  timeoutMs,
);

test(
  "in a copy made while the server was running, a cursor issued after that is refused",
  async () => {
    await write("r1");
    await read(1, "start");
    // The server is stopped before it is copied. Its tables say that the epoch continues, as in a copy of a running server.
    await activity?.process.stop();
    const before = await querySql(url, "select tag from activity.feed_epochs");
    await server.stop();
    await server.copy();
    await start();
    // Both changes are in one transaction, because the service would start another epoch in between.
    await querySql(
      url,
      "delete from activity.feed_epochs where epoch > 1; update activity.feed_epochs set server_started_us = activity.server_started_us()",
    );
    await write("lost");
    const late = await read(2, "start");
    await stop();
    await server.restore();
    await start();

    const refused = activity?.administration.readChanges({ apiKeyId, cursor: late.cursor });

    await expect(refused).rejects.toMatchObject({ failure: { kind: "out_of_range" } });
    expect(before).toHaveLength(1);
  },
  timeoutMs,
);

test(
  "in tables that were copied into another server what is written follows the comments, whose records may be gone",
  async () => {
    await activity?.process.stop();
    await querySql(
      url,
      `insert into activity.comments (api_key_id, annotation_ref, comment_id, position, author_id, author, bytes, written_position)
       values ('copied', 1, 'c', 1, 'alice', '{}', 1, 5000000)`,
    );
    await querySql(url, "update activity.feed_epochs set server_started_us = 1");
    activity = await startActivity({ PARLEY_DATABASE_URL: url });
    await write("r1");

    const [written] = await querySql<{ follows: boolean }>(
      url,
      "select feed_position > 5000000 as follows from activity.activities where api_key_id = $1",
      [apiKeyId],
    );
    expect(written).toEqual({ follows: true });
  },
  timeoutMs,
);

test(
  "tables that were copied into another server, whose transactions have lower ids, are followed by what is written there",
  async () => {
    await write("r1");
    const { cursor } = await read(1, "start");
    await activity?.process.stop();
    await querySql(url, "update activity.activities set feed_position = feed_position + 1000000");
    await querySql(url, "update activity.feed_epochs set server_started_us = 1");
    activity = await startActivity({ PARLEY_DATABASE_URL: url });
    await write("r2");

    expect((await read(2, "start")).told).toEqual(["r1", "r2"]);
    // The cursor is behind the position that r1 had in the first server; r1 has another position now.
    expect((await read(2, cursor)).told).toEqual(["r1", "r2"]);
  },
  timeoutMs,
);

test(
  "a service that stops ends its streams without waiting for their readers",
  async () => {
    await write("r1");
    if (activity === undefined) throw new Error("The service does not run.");
    const { environment, process } = activity.process;
    // A separate connection, because the process closes the connection of the tests' client when it ends.
    const transport = createRpcTransport({
      baseUrl: `http://127.0.0.1:${process.rpcPorts.get("activity")}`,
      tokens: [environment.PARLEY_SERVICE_TOKENS ?? ""],
    });
    const stream = createClient(ActivityService, transport)
      .watchChanges({ apiKeyId, cursor: "start" }, { timeoutMs: 60_000 })
      [Symbol.asyncIterator]();
    const first = await stream.next();
    const beganMs = performance.now();

    const stopped = activity.process.stop();
    while ((await stream.next()).done !== true);
    await stopped;
    await transport.close();

    expect(first.done).toBe(false);
    // A stopping process gives running calls more time than this.
    expect(performance.now() - beganMs).toBeLessThan(15_000);
  },
  timeoutMs,
);

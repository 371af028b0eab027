import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Failpoint } from "@parley/messaging";
import { bundledProgram, freshDatabase, querySql, testEnvironment, until } from "@parley/testing";
import { describe, expect, test } from "vitest";
import { leaveTriggers } from "../webhooks/trigger-sender.ts";
import { comment, deletion, entriesOf, newPlace, quick, startEntries } from "./entries-service.ts";

const apiKeyId = "pk_killed";
const program = await bundledProgram(join(import.meta.dirname, "failpoint-child.ts"));
const points: readonly Failpoint[] = [
  "relay.after-publish",
  "consumer.before-commit",
  "consumer.after-commit",
  "work.after-claim",
  "work.before-commit",
];

const waiting = `select from notifications.work union all select from trigger_sender.outbox`;

// The runs are concurrent, because they mostly wait.
describe.concurrent("a process that is killed", { timeout: 240_000 }, () => {
  const name = "at %s leaves each entry once, and none of deleted comments";
  test.for(points)(name, async (point, { onTestFinished }) => {
    const url = await freshDatabase();
    await leaveTriggers(url, [
      comment({ apiKeyId, commentId: "c1", tags: ["bob"], involved: ["carol"] }),
      comment({ apiKeyId, commentId: "c2", tags: ["bob"], involved: ["carol"] }),
      deletion(apiKeyId, "c2"),
    ]);
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, ...testEnvironment(url, quick), PARLEY_FAILPOINT: point },
      stdio: ["ignore", "inherit", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [, signal] = await once(child, "exit");

    // As if the time had passed in which the killed process could have continued.
    await querySql(url, "update notifications.work set due_at_ms = 0");
    await using service = await startEntries({ PARLEY_DATABASE_URL: url }, (services) => void newPlace(services, apiKeyId));
    const seen = async (userId: string) => (await entriesOf({ ...service, apiKeyId }, userId)).map((entry) => entry.comment);
    await until(async () => (await querySql(url, waiting)).length === 0 && (await seen("bob")).length > 0, 120_000);

    expect(signal).toBe("SIGKILL");
    expect([await seen("bob"), await seen("carol")]).toEqual([["c1"], ["c1"]]);
    expect(await querySql(url, "select user_id from notifications.recipients order by 1")).toEqual([
      { user_id: "bob" },
      { user_id: "carol" },
    ]);
    expect(await querySql(url, "select from notifications.deleted_notifications")).toEqual([]);
  });
});

import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startWorkspaceService } from "./harness.ts";

const minuteMs = 60_000;
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

const thisMinute = () => BigInt(Math.floor(Date.now() / minuteMs) * minuteMs);

/** The listed minutes of a key, oldest first. */
async function minutesOf(apiKeyId: string) {
  const { minutes } = await service.client.listMinutes({ apiKeyId, minutes: 10 });
  return minutes;
}

test("the counts of several gateways for a minute add up, and the largest backlog is kept", async () => {
  const { apiKeyId } = await service.workspace();
  const minute = thisMinute();
  const record = (counted: object) => service.client.recordMinutes({ minutes: [{ apiKeyId, minuteMs: minute, ...counted }] });

  await record({ requests: 2n, clientErrors: 1n, latencies: [1n, 1n] });
  await Promise.all([
    record({ requests: 3n, serverErrors: 2n, latencies: [0n, 1n, 2n] }),
    record({ waitingDeliveries: 7n }),
    record({ waitingDeliveries: 4n, waitingMails: 1n }),
  ]);

  const [found, ...others] = await minutesOf(apiKeyId);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ minuteMs: minute, requests: 5n, clientErrors: 1n, serverErrors: 2n, latencies: [1n, 2n, 2n] });
  expect(found).toMatchObject({ waitingDeliveries: 7n, waitingMails: 1n });
  expect(found?.openUserRemovals).toBeUndefined();
});

test("a repeated report counts once, even when it arrives at the same time", async () => {
  const { apiKeyId } = await service.workspace();
  const minutes = [{ apiKeyId, minuteMs: thisMinute(), requests: 2n, latencies: [2n] }];
  const record = (reportId: string) => service.client.recordMinutes({ reportId, minutes });

  await Promise.all([record("report_1"), record("report_1"), record("report_2")]);
  await record("report_1");

  expect((await minutesOf(apiKeyId)).map(({ requests, latencies }) => ({ requests, latencies }))).toEqual([
    { requests: 4n, latencies: [4n] },
  ]);
});

test("minutes are listed oldest first, of one key, and no more than requested", async () => {
  const mine = await service.workspace();
  const other = await service.workspace();
  const now = thisMinute();
  const ago = (minutes: number) => now - BigInt(minutes * minuteMs);
  const of = (apiKeyId: string) => [20, 2, 1].map((minutes) => ({ apiKeyId, minuteMs: ago(minutes), requests: BigInt(minutes) }));

  await service.client.recordMinutes({ minutes: [...of(mine.apiKeyId), ...of(other.apiKeyId)] });

  expect((await minutesOf(mine.apiKeyId)).map(({ requests }) => requests)).toEqual([2n, 1n]);
  const { fromMs, toMs } = await service.client.listMinutes({ apiKeyId: mine.apiKeyId, minutes: 10 });
  expect(toMs - fromMs).toBe(BigInt(9 * minuteMs));
});

test("counts of an unknown or deleted key are dropped, while others in the same report are kept", async () => {
  const { workspaceId, apiKeyId } = await service.workspace();
  const deleted = await service.apiKey(workspaceId);
  await service.client.deleteApiKey({ workspaceId, apiKeyId: deleted });

  await service.client.recordMinutes({
    minutes: [deleted, "pk_unknown", apiKeyId].map((each) => ({ apiKeyId: each, minuteMs: thisMinute(), requests: 1n })),
  });

  expect(await minutesOf(deleted)).toEqual([]);
  expect(await minutesOf("pk_unknown")).toEqual([]);
  expect(await minutesOf(apiKeyId)).toHaveLength(1);
});

test("minutes are combined into steps: requests add up by response time, and the largest backlog counts", async () => {
  const { apiKeyId } = await service.workspace();
  const quarter = BigInt(15 * minuteMs);
  const begin = (thisMinute() / quarter) * quarter - 2n * quarter;
  const at = (minute: number, counted: object) => ({ apiKeyId, minuteMs: begin + BigInt(minute * minuteMs), ...counted });
  await service.client.recordMinutes({
    minutes: [
      at(0, { requests: 2n, clientErrors: 1n, latencies: [1n, 1n], waitingMails: 3n }),
      at(14, { requests: 3n, serverErrors: 1n, latencies: [0n, 1n, 2n], waitingMails: 1n }),
      at(15, { requests: 1n, latencies: [1n] }),
    ],
  });

  const { minutes, fromMs, toMs, stepMinutes, sinceMs } = await service.client.listMinutes({ apiKeyId, minutes: 60, stepMinutes: 15 });

  expect(minutes).toMatchObject([
    { minuteMs: begin, requests: 5n, clientErrors: 1n, serverErrors: 1n, latencies: [1n, 2n, 2n], waitingMails: 3n },
    { minuteMs: begin + quarter, requests: 1n, latencies: [1n] },
  ]);
  expect({ stepMinutes, sinceMs, steps: (toMs - fromMs) / quarter }).toEqual({ stepMinutes: 15, sinceMs: begin, steps: 3n });
});

test("beyond a day a step is at least an hour", async () => {
  const { apiKeyId } = await service.workspace();

  const { fromMs, toMs, stepMinutes, sinceMs } = await service.client.listMinutes({ apiKeyId, minutes: 10_080, stepMinutes: 1 });

  expect({ stepMinutes, sinceMs }).toEqual({ stepMinutes: 60, sinceMs: undefined });
  expect(toMs - fromMs).toBe(BigInt(167 * 60 * minuteMs));
});

test("minutes are rolled up into their hour after a day; hours are deleted after a week, and reports after a day", async () => {
  const { apiKeyId } = await service.workspace();
  const { databaseUrl } = service.process;
  const hourMs = 60 * minuteMs;
  const minute = Number(thisMinute());
  const hour = Math.floor(minute / hourMs) * hourMs - 27 * hourMs;
  const kept = () =>
    querySql(
      databaseUrl,
      "select minute_ms::float8, requests::int, latencies::int[], waiting_mails::int from workspace.key_minutes where api_key_id = $1 order by 1",
      [apiKeyId],
    );
  const dayAgo = minute - 25 * hourMs;
  await querySql(
    databaseUrl,
    `insert into workspace.key_minutes (api_key_id, minute_ms, requests, latencies, waiting_mails) values
       ($1, $2::bigint, 1, '{1}', null), ($1, $2::bigint + 60000, 2, '{1,1}', 4), ($1, $2::bigint + 3540000, 3, '{0,0,3}', 2),
       ($1, $3::bigint + 60000, 7, '{7}', null), ($1, $4::bigint, 9, '{9}', null), ($1, $5::bigint, 1, '{1}', null)`,
    [apiKeyId, hour, hour - hourMs, hour - 8 * 24 * hourMs, minute],
  );

  await querySql(databaseUrl, "insert into workspace.minute_reports (report_id, heard_at_ms) values ('report_old', $1)", [dayAgo]);
  const reports = () => querySql(databaseUrl, "select from workspace.minute_reports where report_id = 'report_old'");

  // A process removes old rows when it starts, and every minute.
  await using _another = await startWorkspaceService({ PARLEY_DATABASE_URL: databaseUrl }).then(({ process }) => process);

  await expect.poll(async () => (await kept()).length, { timeout: 20_000 }).toBe(3);
  expect(await kept()).toEqual([
    { minute_ms: hour - hourMs, requests: 7, latencies: [7], waiting_mails: null },
    { minute_ms: hour, requests: 6, latencies: [2, 1, 3], waiting_mails: 4 },
    { minute_ms: minute, requests: 1, latencies: [1], waiting_mails: null },
  ]);
  await expect.poll(async () => (await reports()).length, { timeout: 20_000 }).toBe(0);
});

import { UnsentReports } from "@parley/messaging";
import { expect, test } from "vitest";
import { type CountedMinute, inReports, RequestMinutes } from "./request-minutes.ts";

function reportsThatFail(times: number) {
  const heard: { reportId: string; requests: number }[] = [];
  let left = times;
  const minutes = new RequestMinutes(() => 0);
  const reports = new UnsentReports<CountedMinute>({
    take: () => minutes.take(),
    split: inReports,
    send: async ({ reportId, items }) => {
      heard.push({ reportId, requests: items.reduce((sum, minute) => sum + minute.requests, 0) });
      if (left-- > 0) throw new Error("The answer was lost.");
    },
    onRefused: () => undefined,
  });
  const count = (apiKeyId: string) => minutes.count({ apiKeyId, status: 200, durationMs: 1 });
  return { reports, count, heard };
}

test("a failed report is sent again unchanged, before later counts", async () => {
  const { reports, count, heard } = reportsThatFail(2);
  count("a");
  await expect(reports.send()).rejects.toThrow("The answer was lost.");
  count("a");
  count("a");
  await expect(reports.send()).rejects.toThrow("The answer was lost.");

  await reports.send();

  const [first, again, once, rest] = heard;
  expect(new Set([first?.reportId, again?.reportId, once?.reportId]).size).toBe(1);
  expect(heard.map(({ requests }) => requests)).toEqual([1, 1, 1, 2]);
  expect(rest?.reportId).not.toBe(first?.reportId);
});

test("reported counts are not sent again, and many keys are split over several reports", async () => {
  const { reports, count, heard } = reportsThatFail(0);
  for (let key = 0; key < 1_200; key++) count(String(key));

  await reports.send();
  await reports.send();

  expect(heard.map(({ requests }) => requests)).toEqual([500, 500, 200]);
});

test("memory stays bounded while reports fail", async () => {
  const { reports, count, heard } = reportsThatFail(1);
  for (let key = 0; key < 30_000; key++) count(String(key));
  await expect(reports.send()).rejects.toThrow();
  for (let key = 0; key < 30_000; key++) count(String(key));

  await reports.send();

  const [, ...told] = heard;
  expect(told.reduce((sum, { requests }) => sum + requests, 0)).toBe(40_000);
});

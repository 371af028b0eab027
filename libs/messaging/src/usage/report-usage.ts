import { type ConfigOf, type Host, integer } from "@parley/runtime";
import { PollLoop } from "../loops/poll-loop.ts";
import { UnsentReports } from "./unsent-reports.ts";
import { type CountedUsage, type UsageAmounts, UsageMeter } from "./usage-meter.ts";

/** The setting of a module that counts what API keys use. */
export const usageSettings = {
  usageReportMs: integer("PARLEY_USAGE_REPORT_MS", {
    description:
      "Milliseconds between two reports of a process about the usage of API keys: a process that is killed loses its counts since the last one.",
    default: 10_000,
    min: 50,
    max: 60_000,
  }),
};

type InBigint = { readonly [Name in keyof UsageAmounts]: bigint };

/** A report in the workspace service's form. */
interface UsageReport {
  readonly reportId: string;
  readonly counted: {
    readonly usage: InBigint & { readonly apiKeyId: string; readonly dayMs: bigint };
    readonly userIds: string[];
  }[];
}

// The workspace service's limits of one report.
const mostDaysAtOnce = 500;
const mostUsersOfDay = 1_000;
const mostUsersAtOnce = 2_000;

/**
 * Counts the usage of API keys, and reports it to the workspace service while the process runs: counting waits for no call and writes no
 * row. A report that is sent twice counts once, and the counts of an outage wait for its end.
 */
export function reportUsage(
  host: Host,
  { usageReportMs }: ConfigOf<typeof usageSettings>,
  record: (report: UsageReport) => Promise<unknown>,
): UsageMeter {
  const meter = new UsageMeter();
  const reports = new UnsentReports<CountedUsage>({
    take: () => meter.take(),
    split: inReports,
    send: ({ reportId, items }) => record({ reportId, counted: items.map(messageOf) }),
    onRefused: (items, error) =>
      host.log.error({ err: error, apiKeyId: items[0]?.apiKeyId, days: items.length }, "Usage counts were refused and dropped."),
  });
  const loop = new PollLoop(host.log, "Reporting usage", async () => {
    await reports.send();
    return { ms: usageReportMs, interruptible: false };
  });
  host.onStart(async () => loop.start());
  host.onStop(async () => {
    await loop.stop();
    await reports.send();
  });
  return meter;
}

/** Splits the days into reports within the limits; a day with very many users is divided, and its amounts are only in its first part. */
function inReports(days: readonly CountedUsage[]): CountedUsage[][] {
  const reports: CountedUsage[][] = [];
  let users = 0;
  for (const part of days.flatMap(partsOf)) {
    const last = reports.at(-1);
    if (last !== undefined && last.length < mostDaysAtOnce && users + part.userIds.size <= mostUsersAtOnce) last.push(part);
    else {
      reports.push([part]);
      users = 0;
    }
    users += part.userIds.size;
  }
  return reports;
}

function partsOf(day: CountedUsage): CountedUsage[] {
  const userIds = [...day.userIds];
  if (userIds.length <= mostUsersOfDay) return [day];
  return Array.from({ length: Math.ceil(userIds.length / mostUsersOfDay) }, (_, part) => ({
    ...day,
    amounts: part === 0 ? day.amounts : nothingOf(day.amounts),
    userIds: new Set(userIds.slice(part * mostUsersOfDay, (part + 1) * mostUsersOfDay)),
  }));
}

function nothingOf(amounts: UsageAmounts): UsageAmounts {
  return mapAmounts(amounts, () => 0);
}

function messageOf({ apiKeyId, dayMs, amounts, userIds }: CountedUsage): UsageReport["counted"][number] {
  const inBigint = mapAmounts(amounts, (amount) => BigInt(Math.round(amount)));
  return { usage: { ...inBigint, apiKeyId, dayMs: BigInt(dayMs) }, userIds: [...userIds] };
}

function mapAmounts<To>(amounts: UsageAmounts, of: (amount: number) => To): { readonly [Name in keyof UsageAmounts]: To } {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, of(amount)])) as {
    readonly [Name in keyof UsageAmounts]: To;
  };
}

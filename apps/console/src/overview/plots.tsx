import "@mantine/charts/styles.css";
import { AreaChart, BarChart, LineChart } from "@mantine/charts";
import { Card, SimpleGrid, Text } from "@mantine/core";
import type { ApiKeysGetOverviewAnswerMinute } from "@parley/sdk";
import type { ReactNode } from "react";
import { type Range, ranges } from "./overview-query.ts";
import { pointWords, tickWords, timeTicks } from "./time-ticks.ts";

interface PlotsProps {
  readonly range: Range;
  /** The steps of the range. */
  readonly minutes: readonly ApiKeysGetOverviewAnswerMinute[];
}

const height = 200;
// px. Wide enough for "10,000 ms" on one line: an axis breaks longer labels.
const widthOfMs = 76;

/** Four plots over the steps: requests, errors, latency and pending work. */
export function Plots({ minutes, range }: PlotsProps) {
  const { every } = ranges[range];
  const said = (name: Figure, words: string) => wordsOf(minutes, name, words, range);
  const ticks = timeTicks(
    minutes.map(({ at }) => at),
    range,
  );
  const data = [...minutes];
  const axes = {
    h: height,
    data,
    dataKey: "at",
    role: "img",
    gridAxis: "xy",
    gridProps: { syncWithTicks: true },
    // All ticks are drawn: there are few enough not to overlap.
    xAxisProps: { ticks, interval: 0, tickFormatter: (at: number) => tickWords(at, range) },
    yAxisProps: { tickCount: 5, interval: 0, allowDecimals: false, width: 56 },
    tooltipProps: { labelFormatter: (at: unknown) => (typeof at === "number" ? pointWords(at, range) : "") },
  } as const;
  const margin = { top: 8, right: 8 };
  const line = { ...axes, withDots: false, curveType: "linear" } as const;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Plot title={`Requests per ${every}`}>
        <AreaChart
          {...line}
          areaChartProps={{ margin }}
          aria-label={said("requests", `Requests per ${every}`)}
          series={[{ name: "requests", label: "Requests", color: "indigo.6" }]}
        />
      </Plot>
      <Plot title={`Errors per ${every}`}>
        <BarChart
          {...axes}
          type="stacked"
          barChartProps={{ margin }}
          aria-label={`${said("clientErrors", `Refused requests per ${every}`)}; ${said("serverErrors", "failed ones")}`}
          withLegend
          series={[
            { name: "clientErrors", label: "Refused (4xx)", color: "orange.6" },
            { name: "serverErrors", label: "Failed (5xx)", color: "red.6" },
          ]}
        />
      </Plot>
      <Plot title="p95 latency">
        <LineChart
          {...line}
          lineChartProps={{ margin }}
          unit=" ms"
          yAxisProps={{ ...axes.yAxisProps, width: widthOfMs }}
          connectNulls={false}
          withDots
          dotProps={{ r: 2 }}
          aria-label={said("p95Ms", "p95 latency in milliseconds")}
          series={[{ name: "p95Ms", label: "p95", color: "teal.6" }]}
        />
      </Plot>
      <Plot title="Pending (maximum)">
        <LineChart
          {...line}
          lineChartProps={{ margin }}
          withLegend
          aria-label={[
            said("waitingDeliveries", "Pending deliveries"),
            said("waitingMails", "mails"),
            said("openRemovals", "deletions"),
          ].join("; ")}
          series={[
            { name: "waitingDeliveries", label: "Deliveries", color: "indigo.6" },
            { name: "waitingMails", label: "Mails", color: "grape.6" },
            { name: "openRemovals", label: "Deletions", color: "orange.6" },
          ]}
        />
      </Plot>
    </SimpleGrid>
  );
}

type Figure = Exclude<keyof ApiKeysGetOverviewAnswerMinute, "at">;

/** A curve in words for screen readers: the last value, and the highest with its time. */
function wordsOf(minutes: PlotsProps["minutes"], name: Figure, words: string, range: Range): string {
  const known = minutes.flatMap(({ at, [name]: value }) => (value === null ? [] : [{ at, value }]));
  const last = known.at(-1);
  const highest = known.toSorted((a, b) => b.value - a.value)[0];
  if (last === undefined || highest === undefined) return `${words}: none`;
  return `${words}: ${last.value.toLocaleString()} last, at most ${highest.value.toLocaleString()} at ${pointWords(highest.at, range)}`;
}

function Plot({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card withBorder padding="md">
      <Text size="sm" fw={500} mb="xs">
        {title}
      </Text>
      {children}
    </Card>
  );
}

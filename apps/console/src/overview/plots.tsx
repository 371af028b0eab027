import "@mantine/charts/styles.css";
import { AreaChart, BarChart, LineChart } from "@mantine/charts";
import { Card, SimpleGrid, Text } from "@mantine/core";
import type { ApiKeysGetOverviewAnswerMinute } from "@parley/sdk";
import type { ReactNode } from "react";

interface PlotsProps {
  readonly minutes: readonly ApiKeysGetOverviewAnswerMinute[];
}

const height = 180;

/** Minutes as four plots: how many requests, how many failed, how long they took, and what was pending. */
export function Plots({ minutes }: PlotsProps) {
  const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
  const data = minutes.map(({ at, ...figures }) => ({ ...figures, at: clock.format(at) }));
  const said = (name: Figure, words: string) => wordsOf(minutes, name, words, clock);
  const shape = { h: height, data, dataKey: "at", withDots: false, curveType: "linear", role: "img" } as const;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Plot title="Requests per minute">
        <AreaChart
          {...shape}
          aria-label={said("requests", "Requests per minute")}
          series={[{ name: "requests", label: "Requests", color: "indigo.6" }]}
        />
      </Plot>
      <Plot title="Errors per minute">
        <BarChart
          {...{ h: height, data, dataKey: "at", type: "stacked", role: "img" }}
          aria-label={`${said("clientErrors", "Refused requests per minute")}; ${said("serverErrors", "failed ones")}`}
          withLegend
          series={[
            { name: "clientErrors", label: "Refused (4xx)", color: "orange.6" },
            { name: "serverErrors", label: "Failed (5xx)", color: "red.6" },
          ]}
        />
      </Plot>
      <Plot title="p95 latency">
        <LineChart
          {...shape}
          unit=" ms"
          connectNulls={false}
          withDots
          aria-label={said("p95Ms", "p95 latency in milliseconds")}
          series={[{ name: "p95Ms", label: "p95", color: "teal.6" }]}
        />
      </Plot>
      <Plot title="Pending">
        <LineChart
          {...shape}
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

/** A curve in words, for those who do not see it: the last value, and the highest with its minute. */
function wordsOf(minutes: PlotsProps["minutes"], name: Figure, words: string, clock: Intl.DateTimeFormat): string {
  const known = minutes.flatMap(({ at, [name]: value }) => (value === null ? [] : [{ at, value }]));
  const [last, highest] = [known.at(-1), known.toSorted((a, b) => b.value - a.value)[0]];
  if (last === undefined || highest === undefined) return `${words}: none`;
  return `${words}: ${last.value.toLocaleString()} last, at most ${highest.value.toLocaleString()} at ${clock.format(highest.at)}`;
}

function Plot({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card withBorder padding="md">
      <Text size="sm" fw={600} mb="xs">
        {title}
      </Text>
      {children}
    </Card>
  );
}

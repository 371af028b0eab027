import "@mantine/charts/styles.css";
import { AreaChart, BarChart, LineChart } from "@mantine/charts";
import { Card, SimpleGrid, Text } from "@mantine/core";
import type { ApiKeysGetOverviewAnswerMinute } from "@parley/sdk";
import type { ReactNode } from "react";

interface PlotsProps {
  readonly minutes: readonly ApiKeysGetOverviewAnswerMinute[];
}

const height = 180;

/** Minutes as four plots: how many requests, how many failed, how long they took, and what waited. */
export function Plots({ minutes }: PlotsProps) {
  const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
  const data = minutes.map(({ at, ...figures }) => ({ ...figures, at: clock.format(at) }));
  const shape = { h: height, data, dataKey: "at", withDots: false, curveType: "linear", role: "img" } as const;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Plot title="Requests a minute">
        <AreaChart {...shape} aria-label="Requests a minute" series={[{ name: "requests", label: "Requests", color: "indigo.6" }]} />
      </Plot>
      <Plot title="Errors a minute">
        <BarChart
          {...{ h: height, data, dataKey: "at", type: "stacked", role: "img" }}
          aria-label="Errors a minute"
          withLegend
          series={[
            { name: "clientErrors", label: "Refused (4xx)", color: "orange.6" },
            { name: "serverErrors", label: "Failed (5xx)", color: "red.6" },
          ]}
        />
      </Plot>
      <Plot title="95 of 100 requests within">
        <LineChart
          {...shape}
          unit=" ms"
          connectNulls={false}
          withDots
          aria-label="Milliseconds within which 95 of 100 requests were answered"
          series={[{ name: "p95Ms", label: "Within", color: "teal.6" }]}
        />
      </Plot>
      <Plot title="What waits">
        <LineChart
          {...shape}
          withLegend
          aria-label="Deliveries, mails and removals that wait"
          series={[
            { name: "waitingDeliveries", label: "Deliveries", color: "indigo.6" },
            { name: "waitingMails", label: "Mails", color: "grape.6" },
            { name: "openRemovals", label: "Removals", color: "orange.6" },
          ]}
        />
      </Plot>
    </SimpleGrid>
  );
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

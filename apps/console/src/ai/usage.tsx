import { SegmentedControl } from "@mantine/core";
import type { AiListUsageItem } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { type Column, ListTable } from "../list/list-table.tsx";
import { Loading } from "../list/loading.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { Their } from "../text/their.tsx";

const UsagePlot = lazy(async () => ({ default: (await import("./usage-plot.tsx")).UsagePlot }));

const periods = ["7", "30", "90"];
const dayMs = 86_400_000;

/** The usage of models in the last days. */
export function Usage() {
  const { parley, apiKey } = useParley();
  const [{ days = "30" }, setFilters] = useFilters();
  const fromDay = new Date(Date.now() - (periods.includes(days) ? Number(days) : 30) * dayMs).toISOString().slice(0, 10);
  const { data: plotted } = useQuery({
    queryKey: [apiKey, "usage", "plot", fromDay],
    queryFn: async () => (await parley.ai.listUsage({ fromDay, pageSize: 1_000 })).data,
  });
  const list = useList<AiListUsageItem>([apiKey, "usage", fromDay], (pageToken) =>
    parley.ai.listUsage({ fromDay, pageSize: 50, pageToken }),
  );
  return (
    <>
      <SegmentedControl
        aria-label="Period"
        data={periods.map((value) => ({ value, label: `${value} days` }))}
        value={days}
        onChange={(chosen) => setFilters({ days: chosen === "30" ? undefined : chosen })}
        style={{ alignSelf: "flex-start" }}
      />
      {plotted !== undefined && plotted.length > 0 && (
        <Suspense fallback={<Loading words="Drawing…" />}>
          <UsagePlot usage={plotted} />
        </Suspense>
      )}
      <ListTable
        label="Usage"
        list={list}
        columns={columns}
        rowKey={({ day, model }) => `${day} ${model}`}
        empty={{
          title: `No usage in ${days} days`,
          next: "Set a provider's key above and try it below: calls and tokens appear here by day.",
        }}
      />
    </>
  );
}

const columns: readonly Column<AiListUsageItem>[] = [
  { title: "Day (UTC)", cell: ({ day }) => day },
  { title: "Model", cell: ({ model }) => <Their>{model}</Their> },
  { title: "Calls", cell: ({ calls, failedCalls }) => (failedCalls === 0 ? calls : `${calls} (${failedCalls} failed)`) },
  { title: "Tokens in", wide: true, cell: ({ inputTokens }) => inputTokens.toLocaleString() },
  { title: "Tokens out", wide: true, cell: ({ outputTokens }) => outputTokens.toLocaleString() },
  { title: "Average time", wide: true, cell: ({ averageLatencyMs }) => `${Math.round(averageLatencyMs)} ms` },
];

import { Box, Group, Select, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Empty } from "../list/empty.tsx";
import { Loading } from "../list/loading.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { shownDays, type UsageFigure, usageFigures, usageOfDays } from "./usage-figures.ts";

const UsagePlot = lazy(async () => ({ default: (await import("./usage-plot.tsx")).UsagePlot }));

const refetchMs = 60_000;
// px, of the plot with its frame: what is below stays in its place.
const plotHeight = 234;

/** The API key's usage on each of the last thirty days, one figure at a time. */
export function UsageByDay() {
  const { parley, apiKey } = useParley();
  const [{ usage: wanted }, setFilters] = useFilters();
  const figure: UsageFigure = usageFigures.find(({ value }) => value === wanted) ?? usageFigures[0];
  const days = shownDays(Date.now());
  const from = days[0] ?? "";
  const to = days.at(-1) ?? "";
  const { data, error, refetch } = useQuery({
    queryKey: [apiKey, "usage by day", from],
    queryFn: async () => (await parley.apiKeys.listUsage({ apiKey, from, to, pageSize: days.length })).data,
    refetchInterval: refetchMs,
  });
  const points = data && usageOfDays(days, data, figure);
  const sum = points?.reduce((total, { used }) => total + used, 0) ?? 0;
  return (
    <Stack>
      <Group justify="space-between" align="center">
        <Group align="baseline" gap="sm">
          <Title order={2}>Usage by day</Title>
          {/* A user who acts on two days counts on each, so users do not add up. */}
          {points !== undefined && figure.value !== "users" && (
            <Text size="sm" c="dimmed">
              {sum.toLocaleString()} {figure.unit} in 30 days
            </Text>
          )}
        </Group>
        <Select
          size="xs"
          aria-label="Usage figure"
          allowDeselect={false}
          data={usageFigures.map(({ value, label }) => ({ value, label }))}
          value={figure.value}
          onChange={(chosen) => setFilters({ usage: chosen === null || chosen === usageFigures[0].value ? undefined : chosen })}
        />
      </Group>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      <Box mih={plotHeight}>
        {points === undefined && error === null && <Loading words="Loading the usage…" />}
        {points !== undefined && sum === 0 && (
          <Empty title={`No ${figure.unit} in 30 days`} next="Your application's usage appears here within two minutes." />
        )}
        {points !== undefined && sum > 0 && (
          <Suspense fallback={<Loading words="Drawing…" />}>
            <UsagePlot points={points} figure={figure} />
          </Suspense>
        )}
      </Box>
    </Stack>
  );
}

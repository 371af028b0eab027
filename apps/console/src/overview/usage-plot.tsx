import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { Card } from "@mantine/core";
import type { UsageFigure } from "./usage-figures.ts";

interface UsagePlotProps {
  readonly points: readonly { readonly day: string; readonly used: number }[];
  readonly figure: UsageFigure;
}

/** A bar for each day. */
export function UsagePlot({ points, figure: { label, unit } }: UsagePlotProps) {
  const most = points.toSorted((a, b) => b.used - a.used)[0];
  const last = points.at(-1);
  return (
    <Card withBorder padding="md">
      <BarChart
        h={200}
        data={[...points]}
        dataKey="day"
        role="img"
        aria-label={`${label} by day: ${last?.used.toLocaleString()} ${unit} today, at most ${most?.used.toLocaleString()} on ${most?.day}`}
        yAxisProps={{ allowDecimals: false, width: 72 }}
        valueFormatter={(used) => used.toLocaleString()}
        series={[{ name: "used", label, color: "indigo.6" }]}
      />
    </Card>
  );
}

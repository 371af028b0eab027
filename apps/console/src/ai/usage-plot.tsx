import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import type { AiListUsageItem } from "@parley/sdk";

const colors = ["indigo.6", "teal.6", "orange.6", "grape.6", "cyan.6", "pink.6"];

/** Tokens by day, as stacked bars, one for each model. */
export function UsagePlot({ usage }: { readonly usage: readonly AiListUsageItem[] }) {
  const models = [...new Set(usage.map(({ model }) => model))];
  const data = [...Map.groupBy(usage, ({ day }) => day)].map(([day, items]) => ({
    day,
    ...Object.fromEntries(items.map(({ model, inputTokens, outputTokens }) => [model, inputTokens + outputTokens])),
  }));
  return (
    <BarChart
      h={240}
      data={data}
      dataKey="day"
      type="stacked"
      withLegend
      series={models.map((name, index) => ({ name, color: colors[index % colors.length] ?? "indigo.6" }))}
      role="img"
      aria-label="Tokens by day and model"
    />
  );
}

import { type Dashboard, graph } from "../grafana.ts";

const calls = "parley_rewriter_call_duration_seconds";

/** Calls of models, by provider and family. */
export const ai: Dashboard = {
  uid: "parley-ai",
  title: "Parley: Ask AI",
  variables: { provider: `label_values(${calls}_count, provider)` },
  rows: {
    Calls: [
      graph("Calls", "By outcome.", "reqps", {
        "{{provider}} {{outcome}}": `sum by (provider, outcome) (rate(${calls}_count{provider=~"$provider"}[$__rate_interval]))`,
      }),
      graph("Duration", "19 of 20 calls are faster.", "s", {
        "{{provider}} {{family}}": `histogram_quantile(0.95, sum by (le, provider, family) (rate(${calls}_bucket{provider=~"$provider"}[$__rate_interval])))`,
      }),
      graph("Running and waiting", "`waiting`: for a slot of the provider's limit.", "short", {
        "{{provider}} {{state}}": 'sum by (provider, state) (parley_rewriter_calls{provider=~"$provider"})',
      }),
    ],
    Use: [
      graph("Tokens", "As providers count them.", "rowsps", {
        "{{provider}} {{direction}}":
          'sum by (provider, direction) (rate(parley_rewriter_tokens_total{provider=~"$provider"}[$__rate_interval]))',
      }),
      graph("Records of calls", "`waiting` to be written; `lost` ones are missing in the usage that customers see.", "short", {
        waiting: "sum(parley_rewriter_call_records)",
        lost: "sum(parley_rewriter_call_records_lost_total)",
      }),
    ],
  },
};

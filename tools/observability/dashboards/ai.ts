import type { Dashboard } from "../grafana.ts";

const calls = "parley_rewriter_call_duration_seconds";

/** Calls of models, by provider and family. */
export const ai: Dashboard = {
  uid: "parley-ai",
  title: "Parley: Ask AI",
  variables: { provider: `label_values(${calls}_count, provider)` },
  rows: {
    Calls: [
      {
        title: "Calls",
        says: "By outcome.",
        unit: "reqps",
        queries: {
          "{{provider}} {{outcome}}": `sum by (provider, outcome) (rate(${calls}_count{provider=~"$provider"}[$__rate_interval]))`,
        },
      },
      {
        title: "Duration",
        says: "19 of 20 calls are faster.",
        unit: "s",
        queries: {
          "{{provider}} {{family}}": `histogram_quantile(0.95, sum by (le, provider, family) (rate(${calls}_bucket{provider=~"$provider"}[$__rate_interval])))`,
        },
      },
      {
        title: "Running and waiting",
        says: "`waiting`: for a slot of the provider's limit.",
        unit: "short",
        queries: { "{{provider}} {{state}}": 'sum by (provider, state) (parley_rewriter_calls{provider=~"$provider"})' },
      },
    ],
    Use: [
      {
        title: "Tokens",
        says: "As providers count them.",
        unit: "rowsps",
        queries: {
          "{{provider}} {{direction}}":
            'sum by (provider, direction) (rate(parley_rewriter_tokens_total{provider=~"$provider"}[$__rate_interval]))',
        },
      },
      {
        title: "Records of calls",
        says: "`waiting` to be written; `lost` ones are missing in the usage that customers see.",
        unit: "short",
        queries: { "{{state}}": "sum by (state) (parley_rewriter_call_records)" },
      },
    ],
  },
};

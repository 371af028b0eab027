import type { Dashboard } from "../grafana.ts";

/** How removals of data get on, and what they spend their time on. */
export const removals: Dashboard = {
  uid: "parley-removals",
  title: "Parley: removals",
  rows: {
    "What is left": [
      {
        title: "Tasks left",
        says: "As the owners of the jobs count them; it only falls, until something more is to be removed.",
        unit: "short",
        queries: { "{{schema}}": "max by (schema) (parley_erasure_tasks_left)" },
      },
      {
        title: "Oldest open",
        says: "For how long the oldest removal that is not done has been open.",
        unit: "s",
        queries: { "{{owner}}": "max by (owner) (parley_erasure_oldest_open_seconds)" },
      },
      {
        title: "Rows removed or changed",
        says: "By where they were.",
        unit: "rowsps",
        queries: { "{{schema}} {{collection}}": "sum by (schema, collection) (rate(parley_erasure_rows_total[$__rate_interval]))" },
      },
    ],
    Time: [
      {
        title: "What tasks spend their time on",
        says: "Statements, commits, rests, and waiting for older writes.",
        unit: "percentunit",
        queries: { "{{schema}} {{part}}": "sum by (schema, part) (rate(parley_erasure_seconds_total[$__rate_interval]))" },
      },
      {
        title: "Taken over",
        says: "Work whose process showed no life any more.",
        unit: "short",
        queries: { "{{schema}} {{kind}}": "sum by (schema, kind) (increase(parley_work_leases_taken_over_total[$__rate_interval]))" },
      },
    ],
  },
};

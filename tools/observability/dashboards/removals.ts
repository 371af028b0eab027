import type { Dashboard } from "../grafana.ts";

/** The progress of removals of data, and their time by activity. */
export const removals: Dashboard = {
  uid: "parley-removals",
  title: "Parley: removals",
  rows: {
    "What is left": [
      {
        title: "Tasks left",
        says: "Open tasks, as counted by the services that own the jobs. Rises only with a new removal.",
        unit: "short",
        queries: { "{{schema}}": "max by (schema) (parley_erasure_tasks_left)" },
      },
      {
        title: "Oldest open",
        says: "Age of the oldest incomplete removal.",
        unit: "s",
        queries: { "{{owner}}": "max by (owner) (parley_erasure_oldest_open_seconds)" },
      },
      {
        title: "Rows removed or changed",
        says: "By collection.",
        unit: "rowsps",
        queries: { "{{schema}} {{collection}}": "sum by (schema, collection) (rate(parley_erasure_rows_total[$__rate_interval]))" },
      },
    ],
    Time: [
      {
        title: "Time of tasks",
        says: "Statements, commits, pauses, and waiting for older writes.",
        unit: "percentunit",
        queries: { "{{schema}} {{part}}": "sum by (schema, part) (rate(parley_erasure_seconds_total[$__rate_interval]))" },
      },
      {
        title: "Taken over",
        says: "Work of processes without a sign of life.",
        unit: "short",
        queries: { "{{schema}} {{kind}}": "sum by (schema, kind) (increase(parley_work_leases_taken_over_total[$__rate_interval]))" },
      },
    ],
  },
};

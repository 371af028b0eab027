import { type Dashboard, graph } from "../grafana.ts";

/** The progress of removals of data, and their time by activity. */
export const removals: Dashboard = {
  uid: "parley-removals",
  title: "Parley: removals",
  rows: {
    "What is left": [
      graph("Tasks left", "Open tasks, as counted by the services that own the jobs. Rises only with a new removal.", "short", {
        "{{schema}}": "max by (schema) (parley_erasure_tasks_left)",
      }),
      graph("Oldest open", "Age of the oldest incomplete removal.", "s", {
        "{{owner}}": "max by (owner) (parley_erasure_oldest_open_seconds)",
      }),
      graph("Rows removed or changed", "By collection.", "rowsps", {
        "{{schema}} {{collection}}": "sum by (schema, collection) (rate(parley_erasure_rows_total[$__rate_interval]))",
      }),
    ],
    Time: [
      graph("Time of tasks", "Statements, commits, pauses, and waiting for older writes.", "percentunit", {
        "{{schema}} {{part}}": "sum by (schema, part) (rate(parley_erasure_seconds_total[$__rate_interval]))",
      }),
      graph("Taken over", "Work of processes without a sign of life.", "short", {
        "{{schema}} {{kind}}": "sum by (schema, kind) (increase(parley_work_leases_taken_over_total[$__rate_interval]))",
      }),
    ],
  },
};

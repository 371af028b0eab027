import { type Dashboard, graph } from "../grafana.ts";

const calls = "parley_rpc_server_duration_seconds";
const chosen = 'service=~"$service"';
const stored = 'schema=~"$schema"';

/** One service: its calls, its database, its events. */
export const service: Dashboard = {
  uid: "parley-service",
  title: "Parley: one service",
  variables: { service: `label_values(${calls}_count, service)`, schema: "label_values(parley_database_pool_connections, schema)" },
  rows: {
    Calls: [
      graph("Calls", "The service's responses, by code.", "reqps", {
        "{{code}}": `sum by (code) (rate(${calls}_count{${chosen}}[$__rate_interval]))`,
      }),
      graph("Duration", "99 of 100 calls are faster.", "s", {
        "{{method}}": `histogram_quantile(0.99, sum by (le, method) (rate(${calls}_bucket{${chosen}}[$__rate_interval])))`,
      }),
      graph("Share of each replica", "Even, as callers divide calls by what is in flight; a slow replica gets less.", "reqps", {
        "{{instance}}": `sum by (instance) (rate(${calls}_count{${chosen}}[$__rate_interval]))`,
      }),
    ],
    Database: [
      graph("Connections to Postgres", "`waiting` above 0 for long: requests wait for a connection.", "short", {
        "{{schema}} {{state}}": `sum by (schema, state) (parley_database_pool_connections{${stored}})`,
      }),
      graph("Unpublished events", "Rows of the outbox.", "short", { "{{schema}}": `max by (schema) (parley_outbox_rows{${stored}})` }),
      graph("Clock of the database", "Its lead over the clock of the process.", "s", {
        "{{schema}} {{instance}}": `parley_database_clock_offset_seconds{${stored}}`,
      }),
    ],
    "Events and work": [
      graph("Events published", "Events accepted by the bus.", "rowsps", {
        "{{schema}}": `sum by (schema) (rate(parley_outbox_published_total{${stored}}[$__rate_interval]))`,
      }),
      graph("Events received", "By outcome: handled, repeated, dead.", "rowsps", {
        "{{topic}} {{outcome}}": `sum by (topic, outcome) (rate(parley_events_total{group=~"$schema"}[$__rate_interval]))`,
      }),
      graph("Work in the queue", "Pending background work.", "short", {
        "{{kind}} {{state}}": `max by (kind, state) (parley_work_rows{${stored}})`,
      }),
      graph("Attempts at work", "By outcome: done, retried, dead, lost.", "rowsps", {
        "{{kind}} {{outcome}}": `sum by (kind, outcome) (rate(parley_work_total{${stored}}[$__rate_interval]))`,
      }),
    ],
  },
};

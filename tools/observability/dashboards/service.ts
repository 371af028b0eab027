import type { Dashboard } from "../grafana.ts";

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
      {
        title: "Calls",
        says: "The service's responses, by code.",
        unit: "reqps",
        queries: { "{{code}}": `sum by (code) (rate(${calls}_count{${chosen}}[$__rate_interval]))` },
      },
      {
        title: "Duration",
        says: "99 of 100 calls are faster.",
        unit: "s",
        queries: { "{{method}}": `histogram_quantile(0.99, sum by (le, method) (rate(${calls}_bucket{${chosen}}[$__rate_interval])))` },
      },
      {
        title: "Share of each replica",
        says: "Even, as callers divide calls by what is in flight; a slow replica gets less.",
        unit: "reqps",
        queries: { "{{instance}}": `sum by (instance) (rate(${calls}_count{${chosen}}[$__rate_interval]))` },
      },
    ],
    Database: [
      {
        title: "Connections to Postgres",
        says: "`waiting` above 0 for long: requests wait for a connection.",
        unit: "short",
        queries: { "{{schema}} {{state}}": `sum by (schema, state) (parley_database_pool_connections{${stored}})` },
      },
      {
        title: "Unpublished events",
        says: "Rows of the outbox.",
        unit: "short",
        queries: { "{{schema}}": `max by (schema) (parley_outbox_rows{${stored}})` },
      },
      {
        title: "Clock of the database",
        says: "Its lead over the clock of the process.",
        unit: "s",
        queries: { "{{schema}} {{instance}}": `parley_database_clock_offset_seconds{${stored}}` },
      },
    ],
    "Events and work": [
      {
        title: "Events published",
        says: "Events accepted by the bus.",
        unit: "rowsps",
        queries: { "{{schema}}": `sum by (schema) (rate(parley_outbox_published_total{${stored}}[$__rate_interval]))` },
      },
      {
        title: "Events received",
        says: "By outcome: handled, repeated, dead.",
        unit: "rowsps",
        queries: { "{{topic}} {{outcome}}": `sum by (topic, outcome) (rate(parley_events_total{group=~"$schema"}[$__rate_interval]))` },
      },
      {
        title: "Work in the queue",
        says: "Pending background work.",
        unit: "short",
        queries: { "{{kind}} {{state}}": `max by (kind, state) (parley_work_rows{${stored}})` },
      },
      {
        title: "Attempts at work",
        says: "By outcome: done, retried, dead, lost.",
        unit: "rowsps",
        queries: { "{{kind}} {{outcome}}": `sum by (kind, outcome) (rate(parley_work_total{${stored}}[$__rate_interval]))` },
      },
    ],
  },
};

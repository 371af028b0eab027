import type { Dashboard } from "../grafana.ts";

const requests = "parley_http_request_duration_seconds";

/** Whether customers are served, and the backlogs. */
export const overview: Dashboard = {
  uid: "parley-overview",
  title: "Parley: overview",
  rows: {
    Customers: [
      {
        title: "Requests",
        says: "The gateway's responses, by status.",
        unit: "reqps",
        queries: { "{{status}}": `sum by (status) (rate(${requests}_count[$__rate_interval]))` },
      },
      {
        title: "Server errors",
        says: "The share of responses with a status 5xx.",
        unit: "percentunit",
        queries: {
          failed: `sum(rate(${requests}_count{status=~"5.."}[$__rate_interval])) / sum(rate(${requests}_count[$__rate_interval]))`,
        },
      },
      {
        title: "Duration",
        says: "Without model calls.",
        unit: "s",
        queries: {
          "half are faster": `histogram_quantile(0.5, sum by (le) (rate(${requests}_bucket{operation!~".*/rewriter/.*"}[$__rate_interval])))`,
          "99 of 100 are faster": `histogram_quantile(0.99, sum by (le) (rate(${requests}_bucket{operation!~".*/rewriter/.*"}[$__rate_interval])))`,
        },
      },
    ],
    "Busiest and slowest operations": [
      {
        title: "Busiest",
        says: "The ten most frequent operations.",
        unit: "reqps",
        queries: { "{{operation}}": `topk(10, sum by (operation) (rate(${requests}_count[$__rate_interval])))` },
      },
      {
        title: "Slowest",
        says: "The ten operations with the highest mean duration.",
        unit: "s",
        queries: {
          "{{operation}}": `topk(10, sum by (operation) (rate(${requests}_sum[$__rate_interval])) / sum by (operation) (rate(${requests}_count[$__rate_interval])))`,
        },
      },
    ],
    "What waits": [
      {
        title: "Age of the oldest unpublished event",
        says: "Above a minute: Kafka is unavailable, or a relay is stuck. Nothing is lost.",
        unit: "s",
        queries: { "{{schema}}": "max by (schema) (parley_outbox_oldest_seconds)" },
      },
      {
        title: "Changes held back",
        says: "Above a second: readers of the feed of changes wait for an open transaction. Nothing is lost.",
        unit: "s",
        queries: { "{{instance}}": "parley_changes_held_back_seconds" },
      },
      {
        title: "Events behind",
        says: "Rising: consumers cannot keep up.",
        unit: "short",
        queries: { "{{group}} {{topic}}": "sum by (group, topic) (parley_consumer_lag)" },
      },
      {
        title: "Dead letters",
        says: "Events that no consumer could handle, until they are redriven or discarded.",
        unit: "short",
        queries: { "{{schema}}": "max by (schema) (parley_dead_letters)" },
      },
      {
        title: "What was missed",
        says: "Events that Kafka removed before a group read them, and dropped log lines.",
        unit: "short",
        queries: {
          "{{group}} {{topic}}": "sum by (group, topic) (parley_consumer_gaps_total)",
          "lines of {{instance}}": "max by (instance) (parley_log_dropped_lines)",
        },
      },
    ],
    Processes: [
      {
        title: "Connections to gateways",
        says: "Of callers with valid credentials, and of strangers without. At the limit of all connections the oldest of strangers are closed.",
        unit: "short",
        queries: { "{{of}} at {{instance}}": "max by (of, instance) (parley_http_connections)" },
      },
      {
        title: "Streams of changes",
        says: "Open streams of each gateway.",
        unit: "short",
        queries: { "{{instance}}": "max by (instance) (parley_http_streams)" },
      },
      {
        title: "Memory",
        says: "As counted by the operating system.",
        unit: "bytes",
        queries: { "{{instance}}": 'process_resident_memory_bytes{job="parley"}' },
      },
      {
        title: "CPU",
        says: "Cores; a process uses little more than one.",
        unit: "short",
        queries: { "{{instance}}": 'rate(process_cpu_seconds_total{job="parley"}[$__rate_interval])' },
      },
      {
        title: "Delay of the event loop",
        says: "Above a quarter of a second: the service needs more CPU or more replicas.",
        unit: "s",
        queries: { "{{instance}}": 'nodejs_eventloop_lag_p99_seconds{job="parley"}' },
      },
    ],
  },
};

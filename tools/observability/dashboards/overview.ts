import type { Dashboard } from "../grafana.ts";

const requests = "parley_http_request_duration_seconds";

/** Whether customers are served, and what waits. */
export const overview: Dashboard = {
  uid: "parley-overview",
  title: "Parley: overview",
  rows: {
    Customers: [
      {
        title: "Requests",
        says: "What the gateway answers, by status.",
        unit: "reqps",
        queries: { "{{status}}": `sum by (status) (rate(${requests}_count[$__rate_interval]))` },
      },
      {
        title: "Failures of ours",
        says: "The share of answers that are no customer's mistake.",
        unit: "percentunit",
        queries: {
          failed: `sum(rate(${requests}_count{status=~"5.."}[$__rate_interval])) / sum(rate(${requests}_count[$__rate_interval]))`,
        },
      },
      {
        title: "How long they take",
        says: "Without the answers of models.",
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
        says: "The ten that are asked for most.",
        unit: "reqps",
        queries: { "{{operation}}": `topk(10, sum by (operation) (rate(${requests}_count[$__rate_interval])))` },
      },
      {
        title: "Slowest",
        says: "The ten with the longest time in the mean.",
        unit: "s",
        queries: {
          "{{operation}}": `topk(10, sum by (operation) (rate(${requests}_sum[$__rate_interval])) / sum by (operation) (rate(${requests}_count[$__rate_interval])))`,
        },
      },
    ],
    "What waits": [
      {
        title: "Oldest event to be published",
        says: "Above a minute: Kafka is away, or a relay stands. Nothing is lost.",
        unit: "s",
        queries: { "{{schema}}": "max by (schema) (parley_outbox_oldest_seconds)" },
      },
      {
        title: "Changes held back",
        says: "Above a second: a transaction stays open, and readers of the feed of changes wait for it. Nothing is lost.",
        unit: "s",
        queries: { "{{instance}}": "parley_changes_held_back_seconds" },
      },
      {
        title: "Events behind",
        says: "Rising: consumers do not keep up.",
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
        says: "Gaps in which Kafka had removed events before a group read them, and lines of logs that nobody took.",
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
        says: "Many of strangers, who have shown no valid credentials: at the bound of all connections their oldest make room.",
        unit: "short",
        queries: { "{{of}} at {{instance}}": "max by (of, instance) (parley_http_connections)" },
      },
      {
        title: "Streams of changes",
        says: "Open at each gateway.",
        unit: "short",
        queries: { "{{instance}}": "max by (instance) (parley_http_streams)" },
      },
      {
        title: "Memory",
        says: "As the system counts it.",
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
        title: "Lateness of the event loop",
        says: "Above a quarter of a second: the process needs more CPU, or there have to be more of it.",
        unit: "s",
        queries: { "{{instance}}": 'nodejs_eventloop_lag_p99_seconds{job="parley"}' },
      },
    ],
  },
};

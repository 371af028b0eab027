import { type Dashboard, graph } from "../grafana.ts";

const requests = "parley_http_request_duration_seconds";

/** Whether customers are served, and the backlogs. */
export const overview: Dashboard = {
  uid: "parley-overview",
  title: "Parley: overview",
  rows: {
    Customers: [
      graph("Requests", "The gateway's responses, by status.", "reqps", {
        "{{status}}": `sum by (status) (rate(${requests}_count[$__rate_interval]))`,
      }),
      graph("Server errors", "The share of responses with a status 5xx.", "percentunit", {
        failed: `sum(rate(${requests}_count{status=~"5.."}[$__rate_interval])) / sum(rate(${requests}_count[$__rate_interval]))`,
      }),
      graph("Duration", "Without model calls.", "s", {
        "half are faster": `histogram_quantile(0.5, sum by (le) (rate(${requests}_bucket{operation!~".*/rewriter/.*"}[$__rate_interval])))`,
        "99 of 100 are faster": `histogram_quantile(0.99, sum by (le) (rate(${requests}_bucket{operation!~".*/rewriter/.*"}[$__rate_interval])))`,
      }),
    ],
    "Busiest and slowest operations": [
      graph("Busiest", "The ten most frequent operations.", "reqps", {
        "{{operation}}": `topk(10, sum by (operation) (rate(${requests}_count[$__rate_interval])))`,
      }),
      graph("Slowest", "The ten operations with the highest mean duration.", "s", {
        "{{operation}}": `topk(10, sum by (operation) (rate(${requests}_sum[$__rate_interval])) / sum by (operation) (rate(${requests}_count[$__rate_interval])))`,
      }),
    ],
    "What waits": [
      graph("Age of the oldest unpublished event", "Above a minute: Kafka is unavailable, or a relay is stuck. Nothing is lost.", "s", {
        "{{schema}}": "max by (schema) (parley_outbox_oldest_seconds)",
      }),
      graph("Changes held back", "Above a second: readers of the feed of changes wait for an open transaction. Nothing is lost.", "s", {
        "{{instance}}": "parley_changes_held_back_seconds",
      }),
      graph("Events behind", "Rising: consumers cannot keep up.", "short", {
        "{{group}} {{topic}}": "sum by (group, topic) (parley_consumer_lag)",
      }),
      graph("Dead letters", "Events that no consumer could handle, until they are redriven or discarded.", "short", {
        "{{schema}}": "max by (schema) (parley_dead_letters)",
      }),
      graph("What was missed", "Events that Kafka removed before a group read them, and dropped log lines.", "short", {
        "{{group}} {{topic}}": "sum by (group, topic) (parley_consumer_gaps_total)",
        "lines of {{instance}}": "max by (instance) (parley_log_dropped_lines_total)",
      }),
    ],
    Processes: [
      graph(
        "Connections to gateways",
        "Of callers with valid credentials, and of strangers without. At the limit of all connections the oldest of strangers are closed.",
        "short",
        { "{{of}} at {{instance}}": "max by (of, instance) (parley_http_connections)" },
      ),
      graph("Streams of changes", "Open streams of each gateway.", "short", { "{{instance}}": "max by (instance) (parley_http_streams)" }),
      graph("Memory", "As counted by the operating system.", "bytes", { "{{instance}}": 'process_resident_memory_bytes{job="parley"}' }),
      graph("CPU", "Cores; a process uses little more than one.", "short", {
        "{{instance}}": 'rate(process_cpu_seconds_total{job="parley"}[$__rate_interval])',
      }),
      graph("Delay of the event loop", "Above a quarter of a second: the service needs more CPU or more replicas.", "s", {
        "{{instance}}": 'nodejs_eventloop_lag_p99_seconds{job="parley"}',
      }),
    ],
  },
};

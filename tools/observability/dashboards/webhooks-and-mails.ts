import type { Dashboard } from "../grafana.ts";

/** What goes out to customers' endpoints and to people's mailboxes. */
export const webhooksAndMails: Dashboard = {
  uid: "parley-webhooks-and-mails",
  title: "Parley: webhooks and mails",
  rows: {
    Webhooks: [
      {
        title: "Attempts",
        says: "By what came of them: delivered, or the class of the error.",
        unit: "reqps",
        queries: { "{{target}} {{outcome}}": "sum by (target, outcome) (rate(parley_webhook_attempts_total[$__rate_interval]))" },
      },
      {
        title: "Share that fails",
        says: "Of all requests to endpoints; repeated ones count again.",
        unit: "percentunit",
        queries: {
          failed:
            'sum(rate(parley_webhook_attempts_total{outcome!="delivered"}[$__rate_interval])) / sum(rate(parley_webhook_attempts_total[$__rate_interval]))',
        },
      },
    ],
    "Under way": [
      {
        title: "Requests that run",
        says: "To endpoints, by process.",
        unit: "short",
        queries: { "{{instance}}": "parley_webhook_requests_running" },
      },
      {
        title: "Deliveries that are held",
        says: "Claimed by a process, and not yet at their end.",
        unit: "short",
        queries: { "{{instance}}": "parley_webhook_deliveries_held" },
      },
      {
        title: "Taken over",
        says: "Deliveries whose process showed no life any more.",
        unit: "short",
        queries: { "taken over": "sum(increase(parley_webhook_leases_taken_over_total[$__rate_interval]))" },
      },
    ],
    "Background work of notifications, mails among it": [
      {
        title: "In the queue",
        says: "By kind and state.",
        unit: "short",
        queries: { "{{kind}} {{state}}": 'max by (kind, state) (parley_work_rows{schema="notifications"})' },
      },
      {
        title: "Attempts",
        says: "By kind and what became of them.",
        unit: "rowsps",
        queries: { "{{kind}} {{outcome}}": 'sum by (kind, outcome) (rate(parley_work_total{schema="notifications"}[$__rate_interval]))' },
      },
    ],
  },
};

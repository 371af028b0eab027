import type { Dashboard } from "../grafana.ts";

/** Deliveries to customers' endpoints and to mailboxes. */
export const webhooksAndMails: Dashboard = {
  uid: "parley-webhooks-and-mails",
  title: "Parley: webhooks and mails",
  rows: {
    Webhooks: [
      {
        title: "Attempts",
        says: "By outcome: delivered, or the class of the error.",
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
        says: "Claimed by a process, and not yet complete.",
        unit: "short",
        queries: { "{{instance}}": "parley_webhook_deliveries_held" },
      },
      {
        title: "Taken over",
        says: "Deliveries taken over from processes whose lease had expired.",
        unit: "short",
        queries: { "taken over": "sum(increase(parley_webhook_leases_taken_over_total[$__rate_interval]))" },
      },
    ],
    Mails: [
      {
        title: "Attempts",
        says: "Mails sent to providers, by outcome.",
        unit: "reqps",
        queries: { "{{provider}} {{outcome}}": "sum by (provider, outcome) (rate(parley_email_attempts_total[$__rate_interval]))" },
      },
      {
        title: "Mails",
        says: "By final outcome.",
        unit: "reqps",
        queries: { "{{outcome}}": "sum by (outcome) (rate(parley_emails_total[$__rate_interval]))" },
      },
      {
        title: "Under way",
        says: "Being handed to providers, claimed by a process, taken over from a process without a sign of life.",
        unit: "short",
        queries: {
          running: "sum(parley_email_requests_running)",
          held: "sum(parley_emails_held)",
          "taken over": "sum(increase(parley_email_leases_taken_over_total[$__rate_interval]))",
        },
      },
    ],
    "Background work of notifications": [
      {
        title: "In the queue",
        says: "By kind and state.",
        unit: "short",
        queries: { "{{kind}} {{state}}": 'max by (kind, state) (parley_work_rows{schema="notifications"})' },
      },
      {
        title: "Attempts",
        says: "By kind and outcome.",
        unit: "rowsps",
        queries: { "{{kind}} {{outcome}}": 'sum by (kind, outcome) (rate(parley_work_total{schema="notifications"}[$__rate_interval]))' },
      },
    ],
  },
};

import { type Dashboard, graph } from "../grafana.ts";

/** Deliveries to customers' endpoints and to mailboxes. */
export const webhooksAndMails: Dashboard = {
  uid: "parley-webhooks-and-mails",
  title: "Parley: webhooks and mails",
  rows: {
    Webhooks: [
      graph("Attempts", "By outcome: delivered, or the class of the error.", "reqps", {
        "{{target}} {{outcome}}": "sum by (target, outcome) (rate(parley_webhook_attempts_total[$__rate_interval]))",
      }),
      graph("Share that fails", "Of all requests to endpoints; repeated ones count again.", "percentunit", {
        failed:
          'sum(rate(parley_webhook_attempts_total{outcome!="delivered"}[$__rate_interval])) / sum(rate(parley_webhook_attempts_total[$__rate_interval]))',
      }),
    ],
    "Under way": [
      graph("Requests that run", "To endpoints, by process.", "short", { "{{instance}}": "parley_webhook_requests_running" }),
      graph("Deliveries that are held", "Claimed by a process, and not yet complete.", "short", {
        "{{instance}}": "parley_webhook_deliveries_held",
      }),
      graph("Taken over", "Deliveries taken over from processes whose lease had expired.", "short", {
        "taken over": "sum(increase(parley_webhook_leases_taken_over_total[$__rate_interval]))",
      }),
    ],
    Mails: [
      graph("Attempts", "Mails sent to providers, by outcome.", "reqps", {
        "{{provider}} {{outcome}}": "sum by (provider, outcome) (rate(parley_email_attempts_total[$__rate_interval]))",
      }),
      graph("Mails", "By final outcome.", "reqps", { "{{outcome}}": "sum by (outcome) (rate(parley_emails_total[$__rate_interval]))" }),
      graph("Under way", "Being handed to providers, claimed by a process, taken over from a process without a sign of life.", "short", {
        running: "sum(parley_email_requests_running)",
        held: "sum(parley_emails_held)",
        "taken over": "sum(increase(parley_email_leases_taken_over_total[$__rate_interval]))",
      }),
    ],
    "Background work of notifications": [
      graph("In the queue", "By kind and state.", "short", {
        "{{kind}} {{state}}": 'max by (kind, state) (parley_work_rows{schema="notifications"})',
      }),
      graph("Attempts", "By kind and outcome.", "rowsps", {
        "{{kind}} {{outcome}}": 'sum by (kind, outcome) (rate(parley_work_total{schema="notifications"}[$__rate_interval]))',
      }),
    ],
  },
};

import type { Database } from "@parley/database";
import { failpoint } from "@parley/messaging";
import type { Logger, Metrics } from "@parley/runtime";
import type { Attempted, Leased } from "../delivery/delivery.ts";
import { DeliveryQueue, type InHand } from "../delivery/delivery-queue.ts";
import type { EmailConfigSettings } from "./config/settings.ts";
import { isProviderFault } from "./providers/provider.ts";
import { EmailCounters, emailMetricNames } from "./queue/email-metrics.ts";
import { type EmailOutcome, recordOutcomes } from "./queue/email-outcomes.store.ts";
import { claimEmails, extendLeases, promotedAtOnce, promoteEmails, putBackEmails } from "./queue/email-queue.store.ts";
import type { Mail } from "./queue/mail.ts";
import { mailOutcome } from "./queue/mail-outcome.ts";
import type { Preparer } from "./recipients/preparer.ts";

interface EmailQueueOptions {
  readonly database: Database;
  readonly preparer: Preparer;
  readonly settings: EmailConfigSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
}

type EmailQueue = DeliveryQueue<Leased, Mail, EmailOutcome, string>;

const maxClaimed = 256;
const restMs = 5_000;
const restSpreadMs = 2_000;

/** The queue of mails: claimed API key by API key, sent within the limits of their providers. */
export function emailQueue({ database, preparer, settings, log, metrics }: EmailQueueOptions): EmailQueue {
  const { emailConcurrency, emailKeyConcurrency: perKey } = settings;
  const counters = new EmailCounters(metrics);
  // The provider of an API key's last mails.
  const providerOfKey = new Map<string, string>();
  return new DeliveryQueue<Leased, Mail, EmailOutcome, string>({
    ...{ kind: "email", what: "mails", log, metrics, metricNames: emailMetricNames },
    // Concurrency is limited by the provider, and by the number of leases.
    ...{ concurrency: Number.POSITIVE_INFINITY, maxLeased: emailConcurrency, maxClaimed, leaseMs: settings.emailLeaseMs, graceMs: 5_000 },
    ...{ promoteEveryMs: 500, promotedAtOnce, failedDelayMs: 5_000, isOrdered: false },
    restDelayMs: () => restMs + Math.random() * restSpreadMs,
    bounds: {
      concurrency: settings.emailProviderConnections,
      perSecond: settings.emailProviderRate,
      breakerFailures: settings.emailBreakerFailures,
    },
    groupOf: ({ apiKeyId }) => apiKeyId,
    destinationOf: ({ by }) => by.name,
    // Mails of one thread are combined into one: there is no order to keep.
    sequenceOf: ({ deliveryId }) => String(deliveryId),
    claim: ({ owner, leaseMs, limit, after }, inHand) =>
      claimEmails(database, { owner, leaseMs, limit, perKey, afterKey: after ?? "", ...roomsOf(inHand, perKey, providerOfKey) }),
    promote: () => promoteEmails(database),
    extend: (rows, leaseMs) => extendLeases(database, rows, leaseMs),
    putBack: (rows) => putBackEmails(database, rows),
    async prepare(rows) {
      const prepared = await preparer.prepare(rows);
      for (const { apiKeyId, by } of prepared.ready) providerOfKey.set(apiKeyId, by.name);
      for (const { reason } of prepared.outcomes) counters.ended.inc({ outcome: reason });
      return prepared;
    },
    attempt: (mail, { signal }) => attemptMail(mail, signal, settings.emailRetryDelaysMs, counters),
    record: (outcomes) => recordOutcomes(database, outcomes),
  });
}

async function attemptMail(
  mail: Mail,
  signal: AbortSignal,
  delaysMs: readonly number[],
  { attempts, ended }: EmailCounters,
): Promise<Attempted<EmailOutcome>> {
  const { outgoing, by } = mail;
  const result = await by.provider.send(outgoing, signal);
  failpoint("email.after-send");
  const provider = by.name === "default" ? "default" : (by.name.split(" ")[1] ?? "");
  attempts.inc({ provider, outcome: result.kind === "accepted" ? "accepted" : result.errorClass });
  const outcome = mailOutcome(mail, result, delaysMs);
  if (outcome.state !== "pending") ended.inc({ outcome: outcome.state });
  const pauseMs = result.kind === "accepted" ? undefined : result.retryAfterMs;
  return { outcome, destination: isProviderFault(result) ? "fails" : "works", pauseMs };
}

/** How many more mails to claim of API keys that have leased ones, or whose provider is paused. */
function roomsOf({ leases, schedule }: InHand<Leased, Mail>, perKey: number, providerOfKey: Map<string, string>) {
  const nowMs = performance.now();
  const limits = new Map([...leases.counts()].map(([apiKeyId]) => [apiKeyId, perKey]));
  const providers = new Map([...schedule.destinations(nowMs, () => false)].map((provider) => [provider.name, provider]));
  for (const [apiKeyId, name] of providerOfKey) {
    const limit = providers.get(name)?.breaker.limitAt(nowMs);
    if (limit === undefined) providerOfKey.delete(apiKeyId);
    else if (limit < perKey) limits.set(apiKeyId, limit);
  }
  return {
    busyKeys: [...limits.keys()],
    busyRooms: [...limits].map(([apiKeyId, limit]) => {
      const room = Math.max(0, limit - leases.countOf(apiKeyId));
      // Not for each that has ended: a claim is a statement, and preparing what it takes runs a dozen more.
      return room < limit / 4 ? 0 : room;
    }),
  };
}

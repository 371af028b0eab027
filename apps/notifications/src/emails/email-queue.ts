import type { Database } from "@parley/database";
import { failpoint, type UsageMeter } from "@parley/messaging";
import type { Logger, Metrics } from "@parley/runtime";
import type { Attempted, Channel, InHand, Leased } from "../delivery/channel.ts";
import { DeliveryQueue } from "../delivery/delivery-queue.ts";
import type { QueueLimits } from "../delivery/queue-limits.ts";
import type { EmailConfigSettings } from "./config/settings.ts";
import { isProviderFault } from "./providers/provider.ts";
import { EmailCounters, emailMetricNames } from "./queue/email-metrics.ts";
import { type EmailOutcome, recordOutcomes } from "./queue/email-outcomes.store.ts";
import { claimEmails, leases } from "./queue/email-queue.store.ts";
import type { Mail } from "./queue/mail.ts";
import { mailOutcome } from "./queue/mail-outcome.ts";
import type { Preparer } from "./recipients/preparer.ts";

interface EmailQueueOptions {
  readonly database: Database;
  /** Hears of what providers have accepted. */
  readonly usage: Pick<UsageMeter, "count">;
  readonly preparer: Preparer;
  readonly settings: EmailConfigSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
}

type EmailQueue = DeliveryQueue<Leased, Mail, EmailOutcome>;

const maxClaimed = 256;
const restMs = 5_000;
const restSpreadMs = 2_000;

/** The queue of mails: claimed API key by API key, sent within the limits of their providers. */
export function emailQueue(options: EmailQueueOptions): EmailQueue {
  const { settings, log, metrics } = options;
  const limits: QueueLimits = {
    leaseMs: settings.emailLeaseMs,
    maxLeased: settings.emailConcurrency,
    maxClaimed,
    // It is limited by the provider, and by the number of leases.
    concurrency: Number.POSITIVE_INFINITY,
    bounds: {
      concurrency: settings.emailProviderConnections,
      perSecond: settings.emailProviderRate,
      breakerFailures: settings.emailBreakerFailures,
    },
    promoteEveryMs: 500,
    failedDelayMs: 5_000,
    restDelayMs: () => restMs + Math.random() * restSpreadMs,
    graceMs: 5_000,
  };
  return new DeliveryQueue(emailChannel(options), limits, { log, metrics });
}

function emailChannel({ database, usage, preparer, settings, metrics }: EmailQueueOptions): Channel<Leased, Mail, EmailOutcome> {
  const counters = new EmailCounters(metrics);
  const perKey = settings.emailKeyConcurrency;
  // The provider of an API key's last mails.
  const providerOfKey = new Map<string, string>();
  return {
    kind: "email",
    what: "mails",
    metricNames: emailMetricNames,
    store: {
      groupOf: ({ apiKeyId }) => apiKeyId,
      claim: ({ owner, leaseMs, limit, after }, inHand) =>
        claimEmails(database, { owner, leaseMs, limit, perKey, afterKey: after ?? "", ...roomsOf(inHand, perKey, providerOfKey) }),
      promote: () => leases.promote(database),
      promotedAtOnce: leases.promotedAtOnce,
      extend: (rows, leaseMs) => leases.extend(database, rows, leaseMs),
      putBack: (rows) => leases.putBack(database, rows),
      async record(outcomes) {
        const recorded = await recordOutcomes(database, outcomes);
        for (const { apiKeyId, state } of recorded) if (state === "sent") usage.count(apiKeyId, { mails: 1 });
      },
    },
    isOrdered: false,
    async prepare(rows) {
      const prepared = await preparer.prepare(rows);
      for (const { apiKeyId, by } of prepared.ready) providerOfKey.set(apiKeyId, by.name);
      for (const { reason } of prepared.outcomes) counters.ended.inc({ outcome: reason });
      return prepared;
    },
    destinationOf: ({ by }) => by.name,
    // Mails of one thread are combined into one: there is no order to keep.
    sequenceOf: ({ deliveryId }) => String(deliveryId),
    send: (mail, { signal }) => attemptMail(mail, signal, settings.emailRetryDelaysMs, counters),
  };
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
function roomsOf({ leases, schedule }: InHand<Mail>, perKey: number, providerOfKey: Map<string, string>) {
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

import type { Database } from "@parley/database";
import { failpoint, type UsageMeter } from "@parley/messaging";
import type { Logger, Metrics } from "@parley/runtime";
import type { Asked, Attempted, Channel, Held, InHand } from "../delivery/channel.ts";
import { DeliveryQueue } from "../delivery/delivery-queue.ts";
import type { QueueLimits } from "../delivery/queue-limits.ts";
import type { EmailConfigSettings } from "./config/settings.ts";
import { isProviderFault } from "./providers/provider.ts";
import { EmailCounters, emailMetricNames } from "./queue/email-metrics.ts";
import { type EmailOutcome, recordOutcomes } from "./queue/email-outcomes.store.ts";
import { queue, readEmails } from "./queue/email-queue.store.ts";
import type { Mail } from "./queue/mail.ts";
import { mailOutcome } from "./queue/mail-outcome.ts";
import type { Preparer } from "./recipients/preparer.ts";

interface EmailQueueOptions {
  readonly database: Database;
  /** Counts the mails that providers have accepted. */
  readonly usage: Pick<UsageMeter, "count">;
  readonly preparer: Preparer;
  readonly settings: EmailConfigSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
}

type EmailQueue = DeliveryQueue<Held, Mail, EmailOutcome>;

const maxRead = 256;

/** The queue of mails: owned and read by API key, sent within the limits of their providers. */
export function emailQueue(options: EmailQueueOptions): EmailQueue {
  const { database, settings, log, metrics } = options;
  const limits: QueueLimits = {
    leaseMs: settings.emailLeaseMs,
    maxHeld: settings.emailConcurrency,
    maxHeldBytes: Number.POSITIVE_INFINITY,
    maxRead,
    // Limited by each provider, and by the number of mails in hand.
    concurrency: Number.POSITIVE_INFINITY,
    bounds: {
      concurrency: settings.emailProviderConnections,
      perSecond: settings.emailProviderRate,
      breakerFailures: settings.emailBreakerFailures,
    },
    promoteEveryMs: 500,
    failedDelayMs: 5_000,
    graceMs: 5_000,
  };
  return new DeliveryQueue(emailChannel(options), limits, { database, log, metrics });
}

function emailChannel({ database, usage, preparer, settings, metrics }: EmailQueueOptions): Channel<Held, Mail, EmailOutcome> {
  const counters = new EmailCounters(metrics);
  const perKey = settings.emailKeyConcurrency;
  // The provider of an API key's last mails.
  const providerOfKey = new Map<string, string>();
  return {
    kind: "email",
    what: "mails",
    metricNames: emailMetricNames,
    store: {
      nameOf: ({ apiKeyId }) => apiKeyId,
      groupNamed: (apiKeyId) => ({ apiKeyId, target: "" }),
      groupOf: ({ apiKeyId }) => apiKeyId,
      // A composed mail has a bounded number of items with bounded texts.
      bytesOf: () => 0,
      read: ({ owner, leaving, limit, after }, inHand) =>
        readEmails(database, { owner, limit, perKey, afterKey: after ?? "", ...roomsOf(inHand, leaving, perKey, providerOfKey) }),
      promote: () => queue.promote(database),
      promotedAtOnce: queue.promotedAtOnce,
      still: (rows) => queue.still(database, rows),
      putOff: (rows) => queue.putOff(database, rows),
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
    // Mails of one thread are combined into one, so there is no order to keep.
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

/** How many more mails to read of API keys with mails in hand, with a paused provider, or that move to another process. */
function roomsOf({ hand, schedule }: InHand<Mail>, leaving: Asked["leaving"], perKey: number, providerOfKey: Map<string, string>) {
  const nowMs = performance.now();
  const limits = new Map([...hand.counts()].map(([apiKeyId]) => [apiKeyId, perKey]));
  const providers = new Map([...schedule.destinations(nowMs, () => false)].map((provider) => [provider.name, provider]));
  for (const [apiKeyId, name] of providerOfKey) {
    const limit = providers.get(name)?.breaker.limitAt(nowMs);
    if (limit === undefined) providerOfKey.delete(apiKeyId);
    else if (limit < perKey) limits.set(apiKeyId, limit);
  }
  for (const apiKeyId of leaving) limits.set(apiKeyId, 0);
  return {
    inHand: hand.rows().map(({ deliveryId }) => deliveryId),
    busyKeys: [...limits.keys()],
    busyRooms: [...limits].map(([apiKeyId, limit]) => {
      const room = Math.max(0, limit - hand.countOf(apiKeyId));
      // A read is a statement, and preparing its mails runs a dozen more, so it is not worth one for each ended mail.
      return room < limit / 4 ? 0 : room;
    }),
  };
}

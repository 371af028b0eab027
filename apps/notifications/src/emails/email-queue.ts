import type { Database } from "@parley/database";
import { failpoint, type UsageMeter } from "@parley/messaging";
import type { Logger, Metrics } from "@parley/runtime";
import type { Attempted, Channel, InHand } from "../delivery/channel.ts";
import { type Claimed, groupName, type Rooms } from "../delivery/claimed.ts";
import { DeliveryQueue } from "../delivery/delivery-queue.ts";
import type { QueueLimits } from "../delivery/destination.ts";
import type { EmailConfigSettings } from "./config/settings.ts";
import { isProviderFault } from "./providers/provider.ts";
import { EmailCounters, emailMetricNames } from "./queue/email-metrics.ts";
import { type EmailOutcome, recordOutcomes } from "./queue/email-outcomes.store.ts";
import { queue } from "./queue/email-queue.store.ts";
import { type Mail, mailOutcome } from "./queue/mail-outcome.ts";
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

type EmailQueue = DeliveryQueue<Claimed, Mail, EmailOutcome>;

/** The queue of mails: owned and read by API key, sent within the limits of their providers. */
export function emailQueue(options: EmailQueueOptions): EmailQueue {
  const { database, settings, log, metrics } = options;
  const limits: QueueLimits = {
    leaseMs: settings.emailLeaseMs,
    maxClaimed: settings.emailConcurrency,
    // Limited by each provider, and by the number of mails in hand.
    concurrency: Number.POSITIVE_INFINITY,
    bounds: {
      concurrency: settings.emailProviderConnections,
      perSecond: settings.emailProviderRate,
      breakerFailures: settings.emailBreakerFailures,
    },
  };
  return new DeliveryQueue(emailChannel(options), limits, { database, log, metrics });
}

function emailChannel({ database, usage, preparer, settings, metrics }: EmailQueueOptions): Channel<Claimed, Mail, EmailOutcome> {
  const counters = new EmailCounters(metrics);
  const perKey = settings.emailKeyConcurrency;
  // The provider of the last mails of each API key, by the name of its group.
  const providerOfKey = new Map<string, string>();
  return {
    queue,
    what: "mails",
    metricNames: emailMetricNames,
    isOrdered: false,
    async prepare(rows) {
      const prepared = await preparer.prepare(rows);
      for (const mail of prepared.ready) providerOfKey.set(groupName(mail), mail.by.name);
      for (const { reason } of prepared.outcomes) counters.ended.inc({ outcome: reason });
      return prepared;
    },
    destinationOf: ({ by }) => by.name,
    // Mails of one thread are combined into one, so there is no order to keep.
    sequenceOf: ({ deliveryId }) => String(deliveryId),
    roomsOf: (inHand, room) => roomsOf(inHand, room, perKey, providerOfKey),
    send: (mail, { signal }) => attemptMail(mail, signal, settings.emailRetryDelaysMs, counters),
    async record(outcomes) {
      const recorded = await recordOutcomes(database, outcomes);
      for (const { apiKeyId, state } of recorded) if (state === "sent") usage.count(apiKeyId, { mails: 1 });
      return recorded.length;
    },
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

/** How many more mails to read of API keys with mails in hand, or with a paused provider. */
function roomsOf({ hand, schedule }: InHand<Mail>, room: number, perKey: number, providerOfKey: Map<string, string>): Rooms {
  const nowMs = performance.now();
  const limits = new Map([...hand.counts()].map(([group]) => [group, perKey]));
  const providers = new Map([...schedule.destinations(nowMs, () => false)].map((provider) => [provider.name, provider]));
  for (const [group, name] of providerOfKey) {
    const limit = providers.get(name)?.breaker.limitAt(nowMs);
    if (limit === undefined) providerOfKey.delete(group);
    else if (limit < perKey) limits.set(group, limit);
  }
  const groups = new Map(
    [...limits].map(([group, limit]) => {
      const left = Math.max(0, limit - hand.countOf(group));
      // A read is a statement, and preparing its mails runs a dozen more, so it is not worth one for each ended mail.
      return [group, left < limit / 4 ? 0 : left];
    }),
  );
  return { perGroup: perKey, groups, perKey: room, keys: new Map() };
}

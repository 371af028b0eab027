import type { Database } from "@parley/database";
import { failpoint } from "@parley/messaging";
import type { Logger, Metrics } from "@parley/runtime";
import { delayAfter } from "../../webhooks/delivering/schedule.ts";
import type { SendResult } from "../providers/provider.ts";
import type { Prepared, Preparer } from "../recipients/preparer.ts";
import type { EmailConfigSettings } from "../settings.ts";
import { EmailClaimer } from "./email-claimer.ts";
import { EmailMetrics } from "./email-metrics.ts";
import type { Outcome } from "./email-outcomes.store.ts";
import { type ClaimedRow, putBackEmails } from "./email-queue.store.ts";
import { EmailRecorder } from "./email-recorder.ts";
import { HeldEmails } from "./held-emails.ts";
import { ProviderLane } from "./provider-lane.ts";

interface SenderOptions {
  readonly database: Database;
  readonly preparer: Preparer;
  readonly settings: EmailConfigSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
}

type Ready = Extract<Prepared, { what: "send" }>;

const unpreparedDelayMs = 5_000;
const sendsKept = 10_000;
const graceMs = 5_000;
const nothing = { reason: "", delayMs: 0, wasAttempted: false, address: "", response: "", errorClass: "", error: "", suppresses: false };

/** Sends what is due: claims it, has it prepared, hands it to its provider and writes what came of it. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #held: HeldEmails;
  readonly #claimer: EmailClaimer;
  readonly #recorder: EmailRecorder;
  readonly #metrics: EmailMetrics;
  readonly #lanes = new Map<string, ProviderLane>();
  // Which lane an API key's mails took last.
  readonly #laneOfKey = new Map<string, string>();
  readonly #preparing = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #stopping = false;

  constructor(options: SenderOptions) {
    const { database, settings, log, metrics } = options;
    this.#options = options;
    this.#held = new HeldEmails(database, settings.emailLeaseMs, log);
    this.#recorder = new EmailRecorder({ database, log, onRecorded: (outcomes) => this.#held.remove(outcomes) });
    this.#metrics = new EmailMetrics(
      metrics,
      () => this.#running(),
      () => this.#held.count,
    );
    this.#claimer = new EmailClaimer({
      ...{ database, log, held: this.#held, leaseMs: settings.emailLeaseMs },
      maxHeld: settings.emailConcurrency,
      perKey: settings.emailKeyConcurrency,
      limits: () => this.#limits(),
      onClaimed: (rows) => this.#prepare(rows),
      onTakenOver: (count) => this.#metrics.takenOver.inc(count),
    });
  }

  start(): void {
    this.#held.start();
    this.#claimer.start();
  }

  /** There may be something to send. */
  wake(): void {
    this.#claimer.wake();
  }

  /** Claims nothing more, gives what is on its way some time, and back what has not begun. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#claimer.stop();
    await Promise.allSettled(this.#preparing);
    for (const lane of this.#lanes.values()) lane.stop();
    const untilMs = performance.now() + graceMs;
    while (this.#running() > 0 && performance.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.allSettled(this.#preparing);
    this.#abort.abort(new Error("The process stops."));
    while (this.#running() > 0 && performance.now() < untilMs + 1_000) await new Promise((resolve) => setTimeout(resolve, 20));
    await this.#recorder.stop();
    await this.#held.stop();
  }

  #running(): number {
    let running = 0;
    for (const lane of this.#lanes.values()) running += lane.running;
    return running;
  }

  #limits(): Map<string, number> {
    const limits = new Map<string, number>();
    for (const [apiKeyId, name] of this.#laneOfKey) {
      const limit = this.#lanes.get(name)?.limit ?? Number.POSITIVE_INFINITY;
      if (limit !== Number.POSITIVE_INFINITY) limits.set(apiKeyId, limit);
    }
    return limits;
  }

  #prepare(rows: readonly ClaimedRow[]): void {
    this.#track(this.#prepareNow(rows));
  }

  // What the process waits for when it stops.
  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#preparing.delete(tracked));
    this.#preparing.add(tracked);
  }

  async #prepareNow(rows: readonly ClaimedRow[]): Promise<void> {
    try {
      const prepared = await this.#options.preparer.prepare(rows);
      const known = new Set(prepared.map(({ row }) => row.emailId));
      // Erased, or with another process.
      this.#held.remove(rows.filter(({ emailId }) => !known.has(emailId)));
      for (const mail of prepared) this.#begin(mail);
    } catch (error) {
      this.#options.log.warn({ err: error, mails: rows.length }, "Mails that are due could not be prepared and will be tried again.");
      await this.#putBack(rows, unpreparedDelayMs);
    }
  }

  #begin(mail: Prepared): void {
    const { row, userId } = mail;
    if (mail.what === "wait" || this.#stopping) {
      this.#track(this.#putBack([row], mail.what === "wait" ? mail.delayMs : 0));
    } else if (mail.what === "drop") {
      this.#metrics.ended.inc({ outcome: mail.reason });
      this.#recorder.add({ ...nothing, ...row, userId, state: "dropped", reason: mail.reason });
    } else {
      const { name } = mail.by;
      this.#laneOfKey.set(row.apiKeyId, name);
      this.#laneOf(name).add({ run: () => this.#send(mail), putOff: (delayMs) => this.#track(this.#putBack([row], delayMs)) });
    }
  }

  #laneOf(name: string): ProviderLane {
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    this.#forgetQuietLanes();
    const { emailProviderConnections, emailProviderRate, emailBreakerFailures } = this.#options.settings;
    const lane = new ProviderLane({
      concurrency: emailProviderConnections,
      perSecond: emailProviderRate,
      breakerFailures: emailBreakerFailures,
    });
    this.#lanes.set(name, lane);
    return lane;
  }

  #forgetQuietLanes(): void {
    if (this.#lanes.size < sendsKept) return;
    for (const [name, lane] of this.#lanes) if (lane.isQuiet) this.#lanes.delete(name);
    for (const [apiKeyId, name] of this.#laneOfKey) if (!this.#lanes.has(name)) this.#laneOfKey.delete(apiKeyId);
  }

  async #send({ row, userId, outgoing, by }: Ready): Promise<SendResult> {
    // Whoever has it now sends it.
    if (!this.#held.has(row)) return { kind: "accepted", response: "" };
    const result = await by.provider.send(outgoing, this.#abort.signal);
    failpoint("email.after-send");
    const provider = by.name === "default" ? "default" : (by.name.split(" ")[1] ?? "");
    this.#metrics.attempts.inc({ provider, outcome: result.kind === "accepted" ? "accepted" : result.errorClass });
    const outcome = outcomeOf(row, result, this.#options.settings.emailRetryDelaysMs);
    if (outcome.state !== "pending") this.#metrics.ended.inc({ outcome: outcome.state });
    this.#recorder.add({ ...outcome, userId, address: outgoing.to.address });
    return result;
  }

  async #putBack(rows: readonly ClaimedRow[], delayMs: number): Promise<void> {
    try {
      await putBackEmails(
        this.#options.database,
        rows.map((row) => ({ ...row, delayMs })),
      );
    } catch (error) {
      // Their leases end, and then they are tried again.
      this.#options.log.warn({ err: error, mails: rows.length }, "Mails could not be given back.");
    }
    this.#held.remove(rows);
  }
}

function outcomeOf(row: ClaimedRow, result: SendResult, delaysMs: readonly number[]): Omit<Outcome, "userId" | "address"> {
  const attempted = { ...nothing, apiKeyId: row.apiKeyId, emailId: row.emailId, fence: row.fence, wasAttempted: true };
  if (result.kind === "accepted") return { ...attempted, state: "sent", response: result.response };
  const { errorClass, error, response, retryAfterMs } = result;
  const failure = { ...attempted, errorClass, error, response };
  if (result.kind === "permanent") return { ...failure, state: "failed", reason: "refused", suppresses: errorClass === "address_refused" };
  const delayMs = delayAfter(row.tries + 1, delaysMs, retryAfterMs);
  if (delayMs === undefined) return { ...failure, state: "failed", reason: "attempts_exhausted" };
  return { ...failure, state: "pending", delayMs };
}

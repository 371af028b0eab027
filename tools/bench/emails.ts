import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { composeMail } from "../../apps/notifications/src/emails/compose/compose-mail.ts";
import { messageOf } from "../../apps/notifications/src/emails/providers/smtp-provider.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import type { CountReport } from "./counted.ts";
import { CountingServer } from "./counting-server.ts";
import { fillBacklog, type Parley, readers, startParley, textAt } from "./email-stage.ts";
import { atRate, closedLoop, median, microsOf, perSecond, quantile } from "./figures.ts";
import { apiKeys } from "./notifications-stage.ts";

type Sink = CountingServer<CountReport>;

// Mails to a local server that accepts everything.
const bareMs = 3_000;
// The default number of connections to one server.
const connections = 8;
const inFlight = 32;
const backlog = 4_000;
const rounds = 5;
// Rate limits per provider and per person are off: only the work is measured.
const unbounded = { PARLEY_EMAIL_PROVIDER_RATE: "100000", PARLEY_EMAIL_RECIPIENT_HOURLY: "100000" };
const eventsPerSecond = 40;
const besideRounds = 3;
const besideSeconds = 10;

/**
 * Compares mails per second with nodemailer alone, and measures the delay of other API keys' mails while a notification goes to 10,000
 * readers.
 */
export async function benchEmails(): Promise<readonly string[]> {
  await using postgres = await scratchPostgres({ durable: true });
  await using sink: Sink = await CountingServer.start("email-sink.ts");
  const url = await postgres.createDatabase("emails");
  await (await startParley(url, sink.port)).stop();
  const ratios: number[] = [];
  // Measured in turns, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round++) {
    const bare = await benchBare(sink);
    const drained = await benchDrain(url, sink);
    ratios.push(drained / bare);
    console.log(`round ${round + 1}: bare ${perSecond(bare)}, sent ${perSecond(drained)}: ${(drained / bare).toFixed(2)}`);
  }
  console.log(`mails per second against nodemailer alone, median: ${median(ratios).toFixed(2)} (target 0.5)`);
  await benchFanOut(url, sink);
  return [];
}

/** Sends the same mails with nodemailer from this process, without records. */
async function benchBare(sink: Sink): Promise<number> {
  const transport = createTransport({
    host: "127.0.0.1",
    port: sink.port,
    pool: true,
    maxConnections: connections,
    maxMessages: 100,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const before = process.cpuUsage();
  const { calls: sent, perSecond } = await closedLoop(inFlight, bareMs, (n) => transport.sendMail(messageOf(mailOf(n))));
  const cpu = process.cpuUsage(before);
  transport.close();
  const { received, ids, cpuMs } = await sink.report();
  console.log(`  bare: ${microsOf(cpu, sent)} CPU µs each, sink ${((cpuMs * 1_000) / sent).toFixed(0)}, ${ids} ids of ${received}`);
  return perSecond;
}

function mailOf(n: number) {
  const publicId = `em_${randomUUID().replaceAll("-", "")}`;
  return composeMail({
    mail: { apiKeyId: "pk_0", publicId, organizationId: "acme", documentId: `d${n % 2_000}`, annotationId: `t${n}` },
    config: {
      workspaceId: "ws_0",
      isOn: true,
      type: "smtp",
      apiKey: "",
      fromEmail: "parley@acme.example",
      fromCompany: "Acme",
      commentTemplateId: "",
      tagTemplateId: "",
      linkTemplate: "https://app.acme.example/{documentId}",
    },
    to: { address: `u${n}@measured.example`, name: `User u${n}` },
    items: [{ kind: "tag", from: "Alice Adams", text: textAt(Date.now()), commentId: "c", atMs: 0 }],
    defaultFrom: { address: "", name: "" },
    organizationName: "Acme",
    documentName: `Document d${n % 2_000}`,
    more: 0,
    unsubscribeUrl: "https://parley.acme.example/unsubscribe/0123456789012345678901234567890123456789012345678901234567890123456789",
  });
}

/** Sends mails that are due when the process starts, until the last has arrived. */
async function benchDrain(url: string, sink: Sink): Promise<number> {
  await fillBacklog(url, backlog);
  const parley = await startParley(url, sink.port, unbounded);
  const before = process.cpuUsage();
  const started = performance.now();
  await sink.until(backlog);
  const seconds = (performance.now() - started) / 1_000;
  const cpu = process.cpuUsage(before);
  await parley.recorded();
  await parley.stop();
  const { received, ids, cpuMs } = await sink.report();
  console.log(`  drain: ${microsOf(cpu, backlog)} CPU µs each, sink ${((cpuMs * 1_000) / backlog).toFixed(0)}, ${ids} ids of ${received}`);
  if (received !== backlog || ids !== backlog) throw new Error("Mails were lost or sent twice.");
  return backlog / seconds;
}

/**
 * Measures the time from an event's commit to the receipt of its mail at a fixed rate, first without other load and then during a
 * notification to all users of another API key.
 */
async function benchFanOut(url: string, sink: Sink): Promise<void> {
  const parley = await startParley(url, sink.port);
  await tagFor(parley, sink, 3);
  const quiet: Tagged[] = [];
  const beside: Tagged[] = [];
  for (let round = 0; round < besideRounds; round++) {
    quiet.push(await tagFor(parley, sink, besideSeconds));
    const started = performance.now();
    await parley.tellCrowd();
    beside.push(await tagFor(parley, sink, besideSeconds));
    await parley.recorded();
    console.log(
      `round ${round + 1}: quiet ${shown(quiet.at(-1))}; beside ${shown(beside.at(-1))}; ` +
        `all ${readers.toLocaleString("en")} had theirs within ${((performance.now() - started) / 1_000).toFixed(1)} s`,
    );
    await sink.report();
    await delay(500);
  }
  const ratio = median(beside.map(({ p99Ms }) => p99Ms)) / median(quiet.map(({ p99Ms }) => p99Ms));
  console.log(`p99 of other API keys beside a notification to ${readers.toLocaleString("en")}: ${ratio.toFixed(2)} of quiet (target 1.5)`);
  await parley.stop();
}

interface Tagged {
  /** From event to receipt. */
  readonly p99Ms: number;
  /** The delay of the event loop that the service and this bench share. Other load on the machine delays the loop less than mails. */
  readonly loopP99Ms: number;
  readonly cpuMsPerSecond: number;
}

function shown(tagged: Tagged | undefined): string {
  if (tagged === undefined) return "";
  const { p99Ms, loopP99Ms, cpuMsPerSecond } = tagged;
  return `p99 ${p99Ms.toFixed(0)} ms, event loop's p99 ${loopP99Ms.toFixed(0)} ms, ${cpuMsPerSecond.toFixed(0)} ms of CPU a second`;
}

/** Tags a user at a fixed rate, API key by API key. */
async function tagFor(parley: Parley, sink: Sink, seconds: number): Promise<Tagged> {
  await sink.report();
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const before = process.cpuUsage();
  const { sent } = await atRate(eventsPerSecond, seconds, (due) => parley.tag(due.map((n) => apiKeys[n % apiKeys.length] as string)));
  const { user, system } = process.cpuUsage(before);
  loop.disable();
  await sink.until(sent, "measured");
  return {
    p99Ms: quantile((await sink.report()).latenciesMs, 0.99),
    loopP99Ms: loop.percentile(99) / 1e6,
    cpuMsPerSecond: (user + system) / 1_000 / seconds,
  };
}

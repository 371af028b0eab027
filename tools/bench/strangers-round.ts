import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Aside } from "../installation/aside.ts";
import type { Headers } from "../installation/caller.ts";
import type { Installation } from "../installation/installation.ts";
import type { Answered, Asking } from "./customer.ts";
import type { AttackName, Stranger } from "./stranger-attacks.ts";
import { opsRequests, strangerRequests } from "./stranger-requests.ts";
import type { StrangerReport } from "./stranger-sockets.ts";
import { askReady, memoryBack, mostMemory } from "./strangers-health.ts";
import { backWithinS, type Round } from "./strangers-outcome.ts";
import { publicHost } from "./strangers-stage.ts";

/** A customer in its own process, with tokens new to its installation. */
interface Customer {
  readonly apiKey: string;
  readonly ask: (asking: Asking) => Promise<Answered>;
  /** Headers with `count` of these tokens. */
  readonly nextTokens: (count: number) => readonly Headers[];
}

/**
 * Whether the sink reads what strangers send (for floods, which nothing stops), or leaves it in the buffers of its connections. With a
 * silent sink, strangers cause the least possible load: each connects once and fills those buffers.
 */
export type SinkKind = "reading" | "silent";

const beforeMs = 10_000;
// A new connection a second.
const everyMs = 1_000;
const strangerFile = join(import.meta.dirname, "stranger.ts");

/** Watches the customer right before and during an attack, and the attacked process until a minute after it. */
export async function attackRound(
  installation: Installation,
  customer: Customer,
  { attack, attackMs, sink }: { readonly attack: AttackName; readonly attackMs: number; readonly sink?: SinkKind },
): Promise<Round> {
  const { url, opsUrl, ports } = installation;
  const servicePorts = [...ports].flatMap(([app, port]) => (app === "gateway" ? [] : [port]));
  const known = customer.nextTokens(beforeMs / everyMs);
  const before = await watched(installation, customer, { durationMs: beforeMs, tokens: known });

  const [gatewayPort, opsPort] = [Number(new URL(url).port), Number(new URL(opsUrl).port)];
  const [requests, ofOps] = await Promise.all([strangerRequests(url, opsUrl), opsRequests(opsUrl)]);
  const { apiKey } = customer;
  const told: Stranger = { attack, gatewayPort, opsPort, servicePorts, host: publicHost, apiKey, requests, opsRequests: ofOps };
  const besideSink =
    sink && (await watchedBesideSink(installation, customer, { told, kind: sink, asking: { durationMs: attackMs, tokens: known } }));
  await using stranger = await Aside.startElsewhere(strangerFile, told);
  stranger.tell("begin");
  const tokens = customer.nextTokens(Math.ceil(attackMs / everyMs));
  const beside = await watched(installation, customer, { durationMs: attackMs, tokens });
  const connections = connectionsAt(gatewayPort);
  const report = await stranger.ask<StrangerReport>("end");
  // The attack continues until its process ends.
  await stranger[Symbol.asyncDispose]();

  const after = await besideCustomer(customer, memoryBack(installation, before.memory, backWithinS * 1_000));
  const ended = [...installation.programs].flatMap(([name, { hasEnded }]) => (hasEnded ? [name] : []));
  return { before, ...(besideSink && { besideSink: besideSink.kept }), beside, stranger: report, connections, ended, ...after };
}

async function watched(installation: Installation, { ask }: Customer, asking: Asking): Promise<Round["before"]> {
  const { durationMs } = asking;
  const [answered, memory, ready] = await Promise.all([
    ask(asking),
    mostMemory(installation, durationMs),
    askReady(installation.opsUrl, durationMs),
  ]);
  return { ...answered, memory, ready };
}

// Everything is asked and read as it is beside the attack itself, so that the strangers are the only difference. The tokens are known by
// now: the sink is not what looks them up.
async function watchedBesideSink(
  installation: Installation,
  customer: Customer,
  { told, kind, asking }: { readonly told: Stranger; readonly kind: SinkKind; readonly asking: Asking },
): Promise<Round["before"]> {
  await using sink = await Aside.startElsewhere(join(import.meta.dirname, "stranger-sink.ts"), kind);
  await using stranger = await Aside.startElsewhere(strangerFile, { ...told, gatewayPort: sink.said });
  stranger.tell("begin");
  return await watched(installation, customer, asking);
}

// The customer keeps sending until the work is done, because a process cleans up only while it serves.
async function besideCustomer<Result>({ ask }: Customer, work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await ask({ durationMs: 1_000, tokens: [] });
  return done;
}

/** The open connections of a server on this machine, from /proc/net/tcp. */
function connectionsAt(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const established = "01";
  const lines = readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1);
  return lines.filter((line) => {
    const [, address = "", , state] = line.trim().split(/\s+/);
    return address.endsWith(local) && state === established;
  }).length;
}

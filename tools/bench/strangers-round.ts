import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import type { Pool } from "undici";
import type { AttackName, Stranger } from "./stranger-attacks.ts";
import { opsRequests, strangerRequests } from "./stranger-requests.ts";
import type { StrangerReport } from "./stranger-sockets.ts";
import { askKept, askNew, type Kept } from "./strangers-customer.ts";
import { isAlive, memoryBack, mostMemory } from "./strangers-memory.ts";
import { backWithinS, type Round } from "./strangers-outcome.ts";
import { askReady } from "./strangers-probes.ts";
import { type Installation, publicHost } from "./strangers-stage.ts";

type Headers = Readonly<Record<string, string>>;

/** A customer with connections that it keeps, and with tokens that its installation has never seen. */
interface Customer {
  readonly apiKey: string;
  readonly pool: Pool;
  readonly headers: Headers;
  /** Headers with so many of these tokens. */
  readonly nextTokens: (count: number) => readonly Headers[];
}

const beforeMs = 10_000;

/** Watches the customer right before an attack and beside it, and the process that strangers reach until a minute after it. */
export async function attackRound(
  installation: Installation,
  customer: Customer,
  { attack, attackMs, isFlood = false }: { readonly attack: AttackName; readonly attackMs: number; readonly isFlood?: boolean },
): Promise<Round> {
  const { url, opsUrl, servicePorts, processes } = installation;
  const before = await watched(installation, customer, beforeMs);

  const [gatewayPort, opsPort] = [Number(new URL(url).port), Number(new URL(opsUrl).port)];
  const [requests, ofOps] = await Promise.all([strangerRequests(url, opsUrl), opsRequests(opsUrl)]);
  const { apiKey } = customer;
  const told: Stranger = { attack, gatewayPort, opsPort, servicePorts, host: publicHost, apiKey, requests, opsRequests: ofOps };
  const besideSink = isFlood ? await watchedBesideSink(customer, told) : undefined;
  const stranger = await startStranger(told);
  stranger.send("begin");
  const beside = await watched(installation, customer, attackMs);
  const connections = connectionsAt(gatewayPort);
  const report = await end(stranger);

  const after = await besideCustomer(customer, memoryBack(installation, before.memory, backWithinS * 1_000));
  const ended = Object.keys(processes).filter((name) => !isAlive(processes[name] ?? 0));
  return { before, ...(besideSink === undefined ? {} : { besideSink }), beside, stranger: report, connections, ended, ...after };
}

async function watched(installation: Installation, { pool, headers, nextTokens }: Customer, durationMs: number): Promise<Round["before"]> {
  const tokens = nextTokens(Math.ceil(durationMs / 1_000));
  const [kept, fresh, memory, ready] = await Promise.all([
    askKept(pool, headers, durationMs),
    askNew(installation.url, tokens, durationMs),
    mostMemory(installation, durationMs),
    askReady(installation.opsUrl, durationMs),
  ]);
  return { kept, new: fresh, memory, ready };
}

/** What the customer sees while the strangers send the same to somebody else. */
async function watchedBesideSink({ pool, headers }: Customer, told: Stranger): Promise<Kept> {
  const sink = await startAside("stranger-sink.ts", []);
  try {
    const stranger = await startStranger({ ...told, gatewayPort: sink.said as number });
    stranger.send("begin");
    const kept = await askKept(pool, headers, beforeMs);
    await end(stranger);
    return kept;
  } finally {
    await kill(sink.child);
  }
}

// It is while it serves that a process tidies up.
async function besideCustomer<Result>({ pool, headers }: Customer, work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await askKept(pool, headers, 1_000);
  return done;
}

/** It stands for machines elsewhere: what it takes to send is not to be taken from the gateway and from the customer. */
async function startStranger(told: Stranger): Promise<ChildProcess> {
  return (await startAside("stranger.ts", [JSON.stringify(told)])).child;
}

/** With the first that it says. */
async function startAside(file: string, words: readonly string[]): Promise<{ readonly child: ChildProcess; readonly said: unknown }> {
  const child = fork(join(import.meta.dirname, file), words);
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW);
  const [said] = await once(child, "message");
  return { child, said };
}

async function end(stranger: ChildProcess): Promise<StrangerReport> {
  const answered = once(stranger, "message");
  stranger.send("end");
  const [report] = await answered;
  await kill(stranger);
  return report as StrangerReport;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
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

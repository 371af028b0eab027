import type { LinkFault } from "../installation/link.ts";
import type { ProgramName } from "../installation/place-programs.ts";
import { services } from "../services/services.ts";
import { Random } from "./random.ts";

/** The links to Postgres and Kafka, and between services. */
type LinkName = "postgres-link" | "kafka-link" | "services-link";
/** The servers that have the rows of API keys when these are on several. */
export type WorkerName = "postgres-worker-1" | "postgres-worker-2";
/** Kafka's events, Postgres's disk, and the power of Postgres's machine. */
type StoreName = "kafka-log" | "disk" | "power";
export type Target = ProgramName | "kafka" | "postgres" | WorkerName | LinkName | StoreName;

/** `kill`: immediately; `freeze`: it pauses and continues; `restart`: a graceful stop and a start. */
type ProgramFault = "kill" | "freeze" | "restart";
/** `repeat`: consumers receive events again, in another order; `full`: nothing can be written; `cut`: unflushed data is lost. */
type StoreFault = "repeat" | "full" | "cut";
export type FaultKind = ProgramFault | LinkFault | StoreFault;

export interface Fault {
  readonly atMs: number;
  readonly target: Target;
  readonly kind: FaultKind;
  /** How long the target is down, paused or disturbed. */
  readonly lastsMs: number;
}

const apps = services.map(({ app }) => app);
const links: readonly LinkName[] = ["postgres-link", "kafka-link", "services-link"];

export const workers: readonly WorkerName[] = ["postgres-worker-1", "postgres-worker-2"];

interface Stages {
  /** Two processes of each service instead of one. */
  readonly pairs: boolean;
  /** Commits are flushed to a disk instead of kept in memory. */
  readonly durable: boolean;
  /** Rows are on several servers. */
  readonly citus?: boolean;
}

/** The possible targets. */
export function targetsOf({ pairs, durable, citus = false }: Stages): readonly Target[] {
  const seconds = pairs ? apps.map((app) => `${app}-2` as const) : [];
  return [...apps, ...seconds, "kafka", "postgres", ...(citus ? workers : []), ...links, "kafka-log", durable ? "power" : "disk"];
}

/** The lease of webhooks and mails: shorter than in production, so that it can expire while a process is frozen. */
export const leaseMs = 4_000;

const firstAtMs = 1_000;
const pausesMs = [400, 2_200] as const;
const lastingMs: Readonly<Record<FaultKind, readonly [number, number]>> = {
  kill: [50, 1_500],
  freeze: [300, leaseMs * 1.5],
  restart: [0, 500],
  delay: [500, 4_000],
  hold: [300, 3_000],
  reset: [50, 1_500],
  "half-open": [300, 3_000],
  repeat: [0, 0],
  full: [300, 2_000],
  cut: [50, 1_500],
};
const slow: readonly Target[] = ["postgres", "power", ...workers];
// The time until the target has started again and can have another fault.
const recoveryMs = (target: Target) => (target === "kafka" ? 8_000 : slow.includes(target) ? 3_000 : 2_000);

/**
 * The faults of a storm, determined by seed, duration and targets, so that a failing seed can be repeated. As far as time permits, every
 * target has a fault before any target has a second one, and every kind of fault occurs at a target before a kind is repeated. Faults of
 * different targets overlap.
 */
export function planFaults(
  seed: number,
  durationMs: number,
  struck: readonly Target[],
  pauses: readonly [number, number] = pausesMs,
): Fault[] {
  const random = new Random(seed);
  const faults: Fault[] = [];
  const freeAtMs = new Map<Target, number>();
  const kindsLeft = new Map<Target, FaultKind[]>();
  let bag: Target[] = [];
  for (let atMs = firstAtMs; ; atMs += random.between(...pauses)) {
    if (bag.length === 0) bag = random.shuffled(struck);
    const index = bag.findIndex((target) => (freeAtMs.get(target) ?? 0) <= atMs);
    const [target] = bag.splice(Math.max(0, index), 1);
    if (target === undefined) continue;
    const startMs = Math.max(atMs, freeAtMs.get(target) ?? 0);
    const kind = nextKind(target, kindsLeft, random);
    const lastsMs = random.between(...lastingMs[kind]);
    if (startMs + lastsMs > durationMs) return faults.sort((left, right) => left.atMs - right.atMs);
    faults.push({ atMs: startMs, target, kind, lastsMs });
    freeAtMs.set(target, startMs + lastsMs + recoveryMs(target));
  }
}

function nextKind(target: Target, left: Map<Target, FaultKind[]>, random: Random): FaultKind {
  const kinds = kindsOf(target);
  const own = left.get(target) ?? [];
  if (own.length === 0) own.push(...random.shuffled(kinds));
  left.set(target, own);
  return own.pop() ?? "kill";
}

function kindsOf(target: Target): readonly FaultKind[] {
  if (target === "kafka-log") return ["repeat"];
  if (target === "disk") return ["full"];
  if (target === "power") return ["cut"];
  return links.some((link) => link === target) ? ["delay", "hold", "reset", "half-open"] : ["kill", "freeze", "restart"];
}

const skewsMs = [0, 60_000, -60_000] as const;

/** The error of each process's clock. */
export function planClocks(seed: number, programs: readonly ProgramName[]): ReadonlyMap<ProgramName, number> {
  const random = new Random(seed + 1);
  return new Map(programs.map((program) => [program, random.pick(skewsMs)]));
}

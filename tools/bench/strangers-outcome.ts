import type { Kept, New } from "./customer.ts";
import { median, quantile } from "./figures.ts";
import type { StrangerReport } from "./stranger-sockets.ts";
import type { Memory } from "./strangers-health.ts";

/** The customer's results over some time, and for the attacked process its maximum memory and its readiness at each probe. */
interface Watched {
  readonly kept: Kept;
  readonly new: readonly New[];
  readonly memory: Memory;
  readonly ready: readonly boolean[];
}

/** One round of an attack. */
export interface Round {
  /** Right before the attack. */
  readonly before: Watched;
  /** The customer's results while the strangers sent the same to a sink: the sending itself uses processors of this machine. */
  readonly besideSink?: Kept;
  readonly beside: Watched;
  readonly stranger: StrangerReport;
  /** The gateway's connections at the end of the attack. */
  readonly connections: number;
  /** The processes that ended. */
  readonly ended: readonly string[];
  /** The minimum after the attack, until memory was back or the wait was over. */
  readonly memory: Memory;
  /** The time until memory was back. */
  readonly backAfterS: number | undefined;
}

/** What an attack is held to. */
interface Held {
  /** Whether the attack takes as many connection places as possible. */
  readonly takesAll?: boolean;
  /** The bound of p99 on kept connections, as a multiple; without it, twice. */
  readonly mostTimes?: number;
}

const mostTimesOfNew = 2;
// Of a customer's requests in each phase. With more of them disturbed, p99 would tell of the machine.
const mostDisturbedPart = 0.75;
// The chart's container limit: a process above it is killed.
const containerMiB = 512;
// The time until idle and unread connections have been closed, and a margin.
const cutOffMs = 35_000;
// The customer's own, and some that are about to close.
const mostConnections = 12;

export const backWithinS = 60;

/** The promises that did not hold in an attack. */
export function brokenBy(rounds: readonly Round[], { takesAll = false, mostTimes = 2 }: Held): string[] {
  const { times, refused, sent } = keptOf(rounds);
  const { late, lateTimes, unauthenticated } = newOf(rounds, takesAll);
  const refusedLate = late.filter(({ status }) => status !== 200).length;
  const ended = endedOf(rounds);
  const most = (read: (round: Round) => number) => Math.max(...rounds.map(read));
  const [mostMiB, connections] = [most(({ beside }) => beside.memory.residentMiB), most((round) => round.connections)];
  const grown = rounds.filter(({ backAfterS }) => backAfterS === undefined).length;
  const promises: readonly (readonly [isKept: boolean, otherwise: string])[] = [
    [ended.length === 0, `${ended.join(", ")} ended`],
    ...phasesOf(rounds).map(({ phase, disturbed, sent }) => {
      const otherwise = `other virtual machines disturbed ${disturbed} of ${sent} requests ${phase}, too many to tell`;
      return [disturbed <= sent * mostDisturbedPart, otherwise] as const;
    }),
    [refused.length === 0, `${refused.length} of ${sent} requests on kept connections were refused`],
    [times <= mostTimes, `p99 on kept connections was ${times.toFixed(2)} times what it was, more than ${mostTimes}`],
    [unauthenticated === 0, `${unauthenticated} valid tokens were refused as wrong`],
    [refusedLate === 0, `${refusedLate} new connections were refused${takesAll ? ` later than ${cutOffMs / 1_000} s` : ""}`],
    // NaN when no connection was served: then this promise counts as kept.
    [
      !(lateTimes > mostTimesOfNew),
      `half of the new connections took over ${lateTimes.toFixed(2)} times as long as before, more than ${mostTimesOfNew}`,
    ],
    [!takesAll || connections <= mostConnections, `${connections} connections were still open at the end`],
    [!isTakenOut(rounds), "probes twice in a row did not find it ready, so that Kubernetes would send it no customers"],
    [mostMiB <= containerMiB, `memory was ${mostMiB} MiB, more than the ${containerMiB} of a container`],
    [grown === 0, `memory was not back within ${backWithinS} s after ${grown} of ${rounds.length} rounds`],
  ];
  return promises.filter(([isKept]) => !isKept).map(([, otherwise]) => otherwise);
}

/** The figures of an attack, by what they are. */
export function figuresOf(rounds: readonly Round[], { takesAll = false }: Held): Readonly<Record<string, string>> {
  const { refused, sent } = keptOf(rounds);
  const { all, beforeMs, lateMs, waited } = newOf(rounds, takesAll);
  const failed = all.filter(({ status }) => status !== 200);
  const phases = phasesOf(rounds);
  const [disturbed, asked] = [sum(phases, (phase) => phase.disturbed), sum(phases, (phase) => phase.sent)];
  const probes = rounds.flatMap(({ beside }) => beside.ready);
  const memory = (part: "residentMiB" | "heapMiB") =>
    rounds.map((round) => [round.before.memory, round.beside.memory, round.memory].map((each) => each[part] ?? "?").join(" → ")).join("; ");
  const strangers = rounds.map(({ stranger }) => stranger);
  const statuses = strangers.flatMap(({ answers }) =>
    Object.entries(answers).flatMap(([status, count]) => Array<string>(count).fill(status)),
  );
  const figures = {
    p99: timesLine(phases, "undisturbedMs"),
    refused: `${refused.length} of ${sent}${countsOf(refused)}`,
    "with what other virtual machines disturbed": disturbed > 0 && `${timesLine(phases, "tookMs")}, ${disturbed} of ${asked}`,
    "new connections refused": `${failed.length} of ${all.length}${countsOf(failed.map(({ status }) => status))}`,
    "the last of them": failed.length > 0 && `after ${Math.max(...failed.map(({ sentMs }) => sentMs / 1_000)).toFixed(0)} s`,
    "served later, as told": waited > 0 && String(waited),
    "p50 of new connections": `${beforeMs.toFixed(1)} ms before, ${lateMs.toFixed(1)} ms${takesAll ? ` after ${cutOffMs / 1_000} s` : " beside it"}`,
    "probes failed": probes.includes(false) && `${probes.filter((isReady) => !isReady).length} of ${probes.length}`,
    ended: endedOf(rounds).join(", "),
    "memory, MiB": memory("residentMiB"),
    "heap, MiB": memory("heapMiB"),
    "memory back after": rounds.map(({ backAfterS }) => (backAfterS === undefined ? "never" : `${backAfterS} s`)).join("; "),
    strangers:
      `${sum(strangers, ({ opened }) => opened)} connections, ${sum(strangers, ({ cut }) => cut)} cut off, ` +
      `${Math.round(sum(strangers, ({ sentBytes }) => sentBytes) / 1_048_576)} MiB sent${countsOf(statuses)}; ` +
      `open at the end ${rounds.map(({ connections }) => connections).join(", ")}`,
  };
  return Object.fromEntries(Object.entries(figures).filter((figure): figure is [string, string] => Boolean(figure[1])));
}

/** `4.0 ms before, 8.0 ms beside it (x2.00)` */
function timesLine(phases: readonly Phase[], which: Which): string {
  const each = phases.map(({ phase, p99 }) => `${p99[which].toFixed(1)} ms ${phase}`);
  return `${each.join(", ")} (x${timesOf(phases, which).toFixed(2)})`;
}

type Which = "tookMs" | "undisturbedMs";

/** The customer's requests on kept connections in one phase of all rounds. */
interface Phase {
  readonly phase: string;
  readonly sent: number;
  readonly disturbed: number;
  /** p99 of the median round, of all requests and of the undisturbed ones. */
  readonly p99: Readonly<Record<Which, number>>;
}

/** Before the attack, beside a sink if there is one, and beside the attack. */
function phasesOf(rounds: readonly Round[]): Phase[] {
  const phases: readonly (readonly [phase: string, kept: readonly Kept[]])[] = [
    ["before", rounds.map(({ before }) => before.kept)],
    ["beside the same sent to a sink", rounds.flatMap(({ besideSink }) => besideSink ?? [])],
    ["beside it", rounds.map(({ beside }) => beside.kept)],
  ];
  return phases
    .filter(([, kept]) => kept.length > 0)
    .map(([phase, kept]) => {
      const count = (which: Which) => sum(kept, (each) => each[which].length);
      const p99Of = (which: Which) => median(kept.map((each) => p99(each[which])));
      const [sent, undisturbed] = [count("tookMs"), count("undisturbedMs")];
      return { phase, sent, disturbed: sent - undisturbed, p99: { tookMs: p99Of("tookMs"), undisturbedMs: p99Of("undisturbedMs") } };
    });
}

// Sending uses processors of this machine, too: the last phase is compared with the sink's, if there is one.
function timesOf(phases: readonly Phase[], which: Which): number {
  const [compared, beside] = phases.slice(-2).map(({ p99 }) => p99[which]);
  return (beside ?? Number.NaN) / (compared ?? Number.NaN);
}

function keptOf(rounds: readonly Round[]) {
  const kept = rounds.map(({ beside }) => beside.kept);
  return {
    times: timesOf(phasesOf(rounds), "undisturbedMs"),
    refused: kept.flatMap(({ refused }) => refused),
    sent: sum(kept, ({ tookMs }) => tookMs.length),
  };
}

function newOf(rounds: readonly Round[], takesAll: boolean) {
  const all = rounds.flatMap(({ beside }) => beside.new);
  const late = all.filter(({ sentMs }) => !takesAll || sentMs >= cutOffMs);
  const [beforeMs, lateMs] = [p50(rounds.flatMap(({ before }) => before.new)), p50(late)];
  const unauthenticated = all.filter(({ status }) => status === 401).length;
  const waited = all.filter(({ status, toldToWait }) => status === 200 && toldToWait > 0).length;
  return { all, late, beforeMs, lateMs, lateTimes: lateMs / beforeMs, unauthenticated, waited };
}

function isTakenOut(rounds: readonly Round[]): boolean {
  return rounds.some(({ beside: { ready } }) => ready.some((isReady, n) => !isReady && ready[n + 1] === false));
}

function endedOf(rounds: readonly Round[]): string[] {
  return [...new Set(rounds.flatMap(({ ended }) => ended))];
}

/** ` (2 x 401, 1 x cut off)`, or empty. */
function countsOf(outcomes: readonly (number | string)[]): string {
  if (outcomes.length === 0) return "";
  const counts = [...new Set(outcomes)].map((outcome) => `${outcomes.filter((other) => other === outcome).length} x ${outcome}`);
  return ` (${counts.join(", ")})`;
}

function sum<Value>(values: readonly Value[], read: (value: Value) => number): number {
  return values.reduce((total, value) => total + read(value), 0);
}

function p99(values: readonly number[]): number {
  return quantile(values, 0.99);
}

/** The median time of the connections that were served at once. */
function p50(some: readonly New[]): number {
  return median(some.filter(({ status, toldToWait }) => status === 200 && toldToWait === 0).map(({ tookMs }) => tookMs));
}

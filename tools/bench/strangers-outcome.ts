import { median, quantile } from "./figures.ts";
import type { StrangerReport } from "./stranger-sockets.ts";
import type { Kept, New } from "./strangers-customer.ts";
import type { Memory } from "./strangers-memory.ts";

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
// Of a customer's requests. With more of them disturbed, p99 would tell of the machine.
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
  const { times, refused, sent, disturbed } = keptOf(rounds);
  const { late, lateTimes, unauthenticated } = newOf(rounds, takesAll);
  const refusedLate = late.filter(({ status }) => status !== 200).length;
  const ended = endedOf(rounds);
  const most = (read: (round: Round) => number) => Math.max(...rounds.map(read));
  const [mostMiB, connections] = [most(({ beside }) => beside.memory.residentMiB), most((round) => round.connections)];
  const grown = rounds.filter(({ backAfterS }) => backAfterS === undefined).length;
  const promises: readonly (readonly [isKept: boolean, otherwise: string])[] = [
    [ended.length === 0, `${ended.join(", ")} ended`],
    [disturbed <= sent * mostDisturbedPart, `other virtual machines disturbed ${disturbed} of ${sent} requests, too many to tell`],
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

/** The row of an attack, as lines. */
export function rowOf(name: string, rounds: readonly Round[], { takesAll = false }: Held): string {
  const lines = [keptLine(rounds), newLine(rounds, takesAll), memoryLine(rounds), strangerLine(rounds)];
  return `  ${name.padEnd(14)}${lines.join(`\n${" ".repeat(16)}`)}`;
}

function keptLine(rounds: readonly Round[]): string {
  const { beforeMs, sinkMs, besideMs, times, refused, sent, disturbed } = keptOf(rounds);
  const ended = endedOf(rounds);
  const sink = sinkMs === undefined ? "" : `${sinkMs.toFixed(1)} ms beside the same sent to a sink, `;
  return (
    `p99 ${beforeMs.toFixed(1)} ms before, ${sink}${besideMs.toFixed(1)} ms beside it (x${times.toFixed(2)}); refused ${refused.length} of ${sent}` +
    `${countsOf(refused)}${disturbed === 0 ? "" : `, disturbed ${disturbed}`}${probesOf(rounds)}${ended.length === 0 ? "" : `; ended: ${ended.join(", ")}`}`
  );
}

function newLine(rounds: readonly Round[], takesAll: boolean): string {
  const { all, beforeMs, lateMs, waited } = newOf(rounds, takesAll);
  const failed = all.filter(({ status }) => status !== 200);
  const lastS = Math.max(...failed.map(({ sentMs }) => sentMs / 1_000));
  const last = failed.length === 0 ? "" : `${countsOf(failed.map(({ status }) => status))}, the last after ${lastS.toFixed(0)} s`;
  return (
    `new connections: refused ${failed.length} of ${all.length}${last}${waited === 0 ? "" : `, ${waited} served later, as told`}; ` +
    `p50 ${beforeMs.toFixed(1)} ms before, ${lateMs.toFixed(1)} ms${takesAll ? ` after ${cutOffMs / 1_000} s` : " beside it"}`
  );
}

function memoryLine(rounds: readonly Round[]): string {
  const told = rounds.map(({ before, beside, memory, backAfterS }) => {
    const [resident, heap] = (["residentMiB", "heapMiB"] as const).map((part) =>
      [before.memory, beside.memory, memory].map((each) => each[part] ?? "?").join(" → "),
    );
    return `${resident} MiB, heap ${heap}, ${backAfterS === undefined ? "not back" : `back after ${backAfterS} s`}`;
  });
  return `memory: ${told.join("; ")}`;
}

function strangerLine(rounds: readonly Round[]): string {
  const sum = (read: (report: StrangerReport) => number) => rounds.reduce((total, { stranger }) => total + read(stranger), 0);
  const statuses = [...new Set(rounds.flatMap(({ stranger }) => Object.keys(stranger.answers)))].toSorted();
  const answers = statuses.map((status) => `${sum((report) => report.answers[status] ?? 0)} x ${status}`);
  return (
    `strangers: ${sum(({ opened }) => opened)} connections, ${sum(({ cut }) => cut)} cut off, ` +
    `${Math.round(sum(({ sentBytes }) => sentBytes) / 1_048_576)} MiB sent${answers.length === 0 ? "" : `, answered ${answers.join(", ")}`}; ` +
    `open at the end ${rounds.map(({ connections }) => connections).join(", ")}`
  );
}

function keptOf(rounds: readonly Round[]) {
  const beforeMs = median(rounds.map(({ before }) => p99(before.kept.tookMs)));
  const besideMs = median(rounds.map(({ beside }) => p99(beside.kept.tookMs)));
  const refused = rounds.flatMap(({ beside }) => beside.kept.refused);
  const disturbed = rounds.reduce((sum, { beside }) => sum + beside.kept.disturbed, 0);
  const sent = rounds.reduce((sum, { beside }) => sum + beside.kept.tookMs.length, disturbed);
  const sinks = rounds.flatMap(({ besideSink }) => besideSink ?? []);
  const sinkMs = sinks.length === 0 ? undefined : median(sinks.map((sink) => p99(sink.tookMs)));
  return { beforeMs, sinkMs, besideMs, times: besideMs / (sinkMs ?? beforeMs), refused, sent, disturbed };
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

function probesOf(rounds: readonly Round[]): string {
  const probes = rounds.flatMap(({ beside }) => beside.ready);
  const failed = probes.filter((isReady) => !isReady).length;
  return failed === 0 ? "" : `; probes failed ${failed} of ${probes.length}`;
}

function endedOf(rounds: readonly Round[]): string[] {
  return [...new Set(rounds.flatMap(({ ended }) => ended))];
}

/** ` (2 x 401, 1 x cut off)`, or empty. */
function countsOf(outcomes: readonly (number | string)[]): string {
  if (outcomes.length === 0) return "";
  const told = [...new Set(outcomes)].map((outcome) => `${outcomes.filter((other) => other === outcome).length} x ${outcome}`);
  return ` (${told.join(", ")})`;
}

function p99(values: readonly number[]): number {
  return quantile(values, 0.99);
}

/** The median time of the connections that were served at once. */
function p50(some: readonly New[]): number {
  return median(some.filter(({ status, toldToWait }) => status === 200 && toldToWait === 0).map(({ tookMs }) => tookMs));
}

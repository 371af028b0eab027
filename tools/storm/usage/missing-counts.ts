import type { Struck } from "../inject-faults.ts";
import type { Span } from "./own-count.ts";

interface Counting {
  /** The counting app: `gateway`, or `activity`, and the second process of each. */
  readonly app: string;
  /** The interval between two reports of a process. */
  readonly reportMs: number;
}

// A report takes some time, and the next one waits for the pause after it.
const reportTakesMs = 1_000;
// The time after a fault until a report is retried, which grows with the duration of the failure.
const triedAgainMs = 4_000;
const carries = /^(?:workspace(?:-2)?|postgres|postgres-link|services-link|disk|power)$/;

/**
 * The number of certain events that may never have been reported: those that a process counted after its last report before a kill. A
 * process that stops gracefully sends a last report, which may fail to arrive.
 */
export function mayBeMissing(sure: readonly Span[], struck: readonly Struck[], { app, reportMs }: Counting): number {
  const lost = struck
    .filter((fault) => fault.target.replace(/-2$/, "") === app && endsProcess(fault))
    .map((fault) => unreportedBefore(fault, struck, reportMs + reportTakesMs))
    .filter(({ fromMs, toMs }) => fromMs < toMs);
  return sure.filter((span) => lost.some(({ fromMs, toMs }) => span.fromMs <= toMs && span.toMs >= fromMs)).length;
}

function endsProcess({ kind }: Struck): boolean {
  return kind === "kill" || kind === "restart";
}

/**
 * The span before the end of a process whose counts may be unreported. It begins when a report could last arrive without hindrance, but not
 * before the process's start.
 */
function unreportedBefore(end: Struck, struck: readonly Struck[], reportedWithinMs: number): Span {
  const ofItself = struck.filter((fault) => fault.target === end.target && fault !== end);
  const startedMs = Math.max(0, ...ofItself.filter((fault) => endsProcess(fault) && fault.goneMs <= end.fromMs).map(({ toMs }) => toMs));
  const frozen = ofItself.filter((fault) => !endsProcess(fault));
  const hindrances = [...struck.filter((fault) => carries.test(fault.target)), ...frozen].map(hindranceOf);
  let quietToMs = end.fromMs;
  for (;;) {
    const fromMs = quietToMs - reportedWithinMs;
    const hindrance = hindrances.find((each) => each.fromMs < quietToMs && each.toMs > fromMs);
    if (hindrance === undefined) break;
    quietToMs = hindrance.fromMs;
  }
  const reports = end.kind === "restart" && quietToMs === end.fromMs;
  return { fromMs: reports ? Number.POSITIVE_INFINITY : Math.max(startedMs, quietToMs - reportedWithinMs), toMs: end.goneMs };
}

function hindranceOf({ fromMs, toMs }: Struck): Span {
  return { fromMs, toMs: toMs + (toMs - fromMs) + triedAgainMs };
}

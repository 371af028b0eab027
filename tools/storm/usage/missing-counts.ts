import type { Struck } from "../inject-faults.ts";
import type { Span } from "./own-count.ts";

interface Counting {
  /** Who counts: `gateway`, or `activity`, and the second of each. */
  readonly app: string;
  /** The time between two reports of a process. */
  readonly reportMs: number;
}

// A report takes some time, and the next one waits for the pause after it.
const reportTakesMs = 1_000;
// After a fault: until a report is tried again, which takes the longer the longer reports have failed.
const triedAgainMs = 4_000;
const carries = /^(?:workspace(?:-2)?|postgres|postgres-link|services-link|disk|power)$/;

/**
 * How many of the sure ones may never have been reported: those that a process counted after its last report before it was killed. A process that is stopped in
 * order reports before it goes, unless nobody hears it then.
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
 * The time before an end of a process of which it may not have reported: since the last time that nothing kept a report from arriving, and not before it
 * was started.
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

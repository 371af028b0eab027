import { median, quantile } from "./figures.ts";
import type { Sent, Step } from "./overload-sender.ts";

/** The outcome of the requests of one step. */
export interface StepOutcome {
  readonly sentPerSecond: number;
  /** Successes in time, per second of this step, regardless of when they were sent. */
  readonly goodPerSecond: number;
  readonly count: number;
  /** Responses 429 and 503. */
  readonly refused: number;
  readonly failed: number;
  /** Of the successes. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

// A step's behaviour shows after this time.
const settleMs = 2_000;
const windowMs = 500;

/** Successes per second in a span of time. */
export function goodputOf(sent: readonly Sent[], { fromMs, untilMs }: Span): number {
  const good = sent.filter(([sentMs, tookMs, status]) => status === 200 && sentMs + tookMs >= fromMs && sentMs + tookMs < untilMs);
  return good.length / ((untilMs - fromMs) / 1_000);
}

export function stepOutcomes(sent: readonly Sent[], steps: readonly Step[]): StepOutcome[] {
  return spansOf(steps).map((span) => {
    const own = sentIn(sent, span);
    const good = own.filter(([, , status]) => status === 200).map(([, tookMs]) => tookMs);
    const refused = own.filter(([, , status]) => status === 429 || status === 503).length;
    return {
      sentPerSecond: own.length / ((span.untilMs - span.fromMs) / 1_000),
      goodPerSecond: goodputOf(sent, { fromMs: span.fromMs + settleMs, untilMs: span.untilMs }),
      count: own.length,
      refused,
      failed: own.length - good.length - refused,
      p50Ms: median(good),
      p99Ms: quantile(good, 0.99),
    };
  });
}

/**
 * The seconds from the start of the last step until it behaves like the first step. From then on every request succeeds, and the median of
 * each half second is at most the p99 of the first step. Undefined when that never happens.
 */
export function recoveredAfterS(sent: readonly Sent[], steps: readonly Step[]): number | undefined {
  const spans = spansOf(steps);
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const usualMs = quantile(
    sentIn(sent, first).map(([, tookMs]) => tookMs),
    0.99,
  );
  const isAsUsual = (span: Span) => {
    const own = sentIn(sent, span);
    return own.every(([, , status]) => status === 200) && !(median(own.map(([, tookMs]) => tookMs)) > usualMs);
  };
  let sinceMs = last.untilMs;
  while (sinceMs > last.fromMs && isAsUsual({ fromMs: sinceMs - windowMs, untilMs: sinceMs })) sinceMs -= windowMs;
  return sinceMs === last.untilMs ? undefined : (sinceMs - last.fromMs) / 1_000;
}

function spansOf(steps: readonly Step[]): Span[] {
  let untilMs = 0;
  return steps.map(({ seconds }) => {
    const fromMs = untilMs;
    untilMs += seconds * 1_000;
    return { fromMs, untilMs };
  });
}

function sentIn(sent: readonly Sent[], { fromMs, untilMs }: Span): Sent[] {
  return sent.filter(([sentMs]) => sentMs >= fromMs && sentMs < untilMs);
}

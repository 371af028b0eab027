const longestPauseMs = 10_000;
const firstLookMs = 2_000;
const lastLooksMs = 60_000;

interface Chunk {
  readonly rows: number;
  readonly tookMs: number;
  /** 0: no bound. */
  readonly rowsPerSecond: number;
  readonly pausePercent: number;
  /** Whether the service does anything else for which there has to be room. */
  readonly isBusy: boolean;
}

/** How long a task rests after a chunk, in ms. */
export function pauseAfter({ rows, tookMs, rowsPerSecond, pausePercent, isBusy }: Chunk): number {
  if (rows === 0) return 0;
  const share = isBusy ? (tookMs * pausePercent) / 100 : 0;
  const throttled = rowsPerSecond === 0 ? 0 : (rows / rowsPerSecond) * 1_000 - tookMs;
  return Math.min(longestPauseMs, Math.max(share, throttled));
}

/** How long a task of a paused job rests before it looks again, in ms. Whoever resumes the job hastens its tasks: the looks are for the case of need. */
export function pausedForMs(attempts: number): number {
  return Math.min(lastLooksMs, firstLookMs * 2 ** Math.min(attempts - 1, 5));
}

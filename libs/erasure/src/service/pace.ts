import type { Database } from "@parley/database";
import { doubledMs } from "@parley/kernel";

const firstRows = 1_000;
// Below this size the round trip dominates, and fewer rows would not take less time.
const fewestRows = 250;

// A removal's statement can delay a request by its own duration.
const besideRequestsMs = 3;
// Longer than the time between two requests of a user who reads page after page.
const needsRoomMs = 1_000;

/** Whether requests have used this database within the last second. */
export function needsRoom(database: Pick<Database, "neededWithin">): boolean {
  return database.neededWithin(needsRoomMs);
}

/** The sizes of a task's chunks: one size while requests use this database, another while none do. */
export class ChunkSizes {
  readonly #beside: ChunkSize;
  readonly #alone: ChunkSize;

  constructor({ mostRows, targetMs }: { readonly mostRows: number; readonly targetMs: number }) {
    this.#beside = new ChunkSize({ mostRows, targetMs: Math.min(targetMs, besideRequestsMs) });
    this.#alone = new ChunkSize({ mostRows, targetMs });
  }

  now(isBusy: boolean): ChunkSize {
    return isBusy ? this.#beside : this.#alone;
  }
}

/** The number of rows that the next chunk of a task reads: as many as fit into the target time of a transaction. */
export class ChunkSize {
  readonly #mostRows: number;
  readonly #targetMs: number;
  #rows: number;

  constructor({ mostRows, targetMs }: { readonly mostRows: number; readonly targetMs: number }) {
    this.#mostRows = mostRows;
    this.#targetMs = targetMs;
    this.#rows = Math.min(firstRows, mostRows);
  }

  /** With a limit of rows a second (0: none), at most the rows of one second. */
  rows(rowsPerSecond: number): number {
    return rowsPerSecond === 0 ? this.#rows : Math.min(this.#rows, rowsPerSecond);
  }

  /** Adjusts the size after a chunk; a chunk that found fewer rows does not show how long more would take. */
  learn({ rows, isFull, tookMs }: { readonly rows: number; readonly isFull: boolean; readonly tookMs: number }): void {
    const fitting = Math.round((rows * this.#targetMs) / Math.max(tookMs, 0.1));
    // Never by a single measurement alone, because a checkpoint or a busy machine may slow one chunk.
    const next = Math.min(Math.max(fitting, Math.floor(rows / 2)), isFull ? rows * 2 : this.#rows);
    this.#rows = Math.min(Math.max(next, fewestRows), this.#mostRows);
  }
}

const longestPauseMs = 10_000;
const firstLookMs = 2_000;
const lastLooksMs = 60_000;

interface Chunk {
  readonly rows: number;
  readonly tookMs: number;
  /** 0: unlimited. */
  readonly rowsPerSecond: number;
  readonly pausePercent: number;
  /** Whether requests of the service need room. */
  readonly isBusy: boolean;
  /** The number of the service's running tasks, including this one: together they leave as much room as one would. */
  readonly tasks: number;
}

/** The pause of a task after a chunk, in ms. */
export function pauseAfter({ rows, tookMs, rowsPerSecond, pausePercent, isBusy, tasks }: Chunk): number {
  if (rows === 0) return 0;
  const share = isBusy ? (tookMs * tasks * pausePercent) / 100 : 0;
  const throttled = rowsPerSecond === 0 ? 0 : (rows / rowsPerSecond) * 1_000 - tookMs;
  return Math.min(longestPauseMs, Math.max(share, throttled));
}

/** The time in ms after which a task of a paused job checks again. Resuming the job hastens its tasks: the checks are a fallback. */
export function pausedForMs(attempts: number): number {
  return doubledMs(attempts, firstLookMs, lastLooksMs);
}

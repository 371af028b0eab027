import type { Database } from "@parley/database";

const firstRows = 1_000;
// When the round trip to the database takes the time, fewer rows would not take less.
const fewestRows = 250;

// A request that meets a statement of a removal may wait for its processor as long as the statement takes.
const besideRequestsMs = 3;
// Between two requests of somebody who reads page after page.
const needsRoomMs = 1_000;

/** Whether requests need room, of a service whose database they use. */
export function needsRoom(database: Pick<Database, "neededWithin">): boolean {
  return database.neededWithin(needsRoomMs);
}

/** The sizes of a task's chunks: of those that run beside requests, and of those that run alone. */
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

/** How many rows the next chunk of a task reads: as many as fit into the time that one transaction may take. */
export class ChunkSize {
  readonly #mostRows: number;
  readonly #targetMs: number;
  #rows: number;

  constructor({ mostRows, targetMs }: { readonly mostRows: number; readonly targetMs: number }) {
    this.#mostRows = mostRows;
    this.#targetMs = targetMs;
    this.#rows = Math.min(firstRows, mostRows);
  }

  /** With a limit of rows a second (0: none), at most one second's. */
  rows(rowsPerSecond: number): number {
    return rowsPerSecond === 0 ? this.#rows : Math.min(this.#rows, rowsPerSecond);
  }

  /** Learns from a chunk of this many rows; one that found fewer says nothing about how long more would take. */
  learn({ rows, isFull, tookMs }: { readonly rows: number; readonly isFull: boolean; readonly tookMs: number }): void {
    const fitting = Math.round((rows * this.#targetMs) / Math.max(tookMs, 0.1));
    // Not by one measurement alone: a checkpoint or a busy machine makes a single chunk slow.
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
  /** How many tasks of the service are at work, this one included: together they leave as much room as one would. */
  readonly tasks: number;
}

/** How long a task pauses after a chunk, in ms. */
export function pauseAfter({ rows, tookMs, rowsPerSecond, pausePercent, isBusy, tasks }: Chunk): number {
  if (rows === 0) return 0;
  const share = isBusy ? (tookMs * tasks * pausePercent) / 100 : 0;
  const throttled = rowsPerSecond === 0 ? 0 : (rows / rowsPerSecond) * 1_000 - tookMs;
  return Math.min(longestPauseMs, Math.max(share, throttled));
}

/** How long a task of a paused job waits before it checks again, in ms. Resuming the job hastens its tasks: the checks are a fallback. */
export function pausedForMs(attempts: number): number {
  return Math.min(lastLooksMs, firstLookMs * 2 ** Math.min(attempts - 1, 5));
}

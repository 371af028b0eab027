import type { Key, RangePage } from "../model/plan.ts";

/** The progress of a task, stored as the payload of its work. It names no user and no place. */
export interface Progress {
  readonly jobId: string;
  readonly collection: string;
  readonly stage: number;
  /** The page of ranges, and the position in it. `print` is a checksum that shows whether the page is unchanged when it is read again. */
  readonly page: string;
  readonly at?: { readonly print: number; readonly range: number; readonly key: Key };
  /** The number of rows that the task has erased. */
  readonly rows: number;
  /** The number of passes that left rows; absent for none. */
  readonly passes?: number;
  /** The number of rows that the current pass has erased. */
  readonly passRows?: number;
  /** Whether the current pass has come to its end. */
  readonly isThrough?: boolean;
}

interface ChunkEnd {
  readonly rows: number;
  readonly page: RangePage;
  readonly print: number;
  readonly next: { readonly range: number; readonly key: Key } | undefined;
}

/** The progress after a chunk. */
export function after({ at: _, ...progress }: Progress, { rows, page, print, next }: ChunkEnd): Progress {
  const common = { ...progress, rows: progress.rows + rows, passRows: (progress.passRows ?? 0) + rows };
  if (next !== undefined) return { ...common, at: { print, ...next } };
  return page.next === undefined ? { ...common, isThrough: true } : { ...common, page: page.next };
}

/** The progress at the beginning of another pass, after one that left rows. */
export function anotherPass({ jobId, collection, stage, rows, passes = 0 }: Progress): Progress {
  return { jobId, collection, stage, page: "", rows, passes: passes + 1 };
}

import type { Checkpoint } from "../checkpoint.ts";
import { clockSkewMs, type Findings, rangeAre, timeOf } from "./findings.ts";

/** The records from `sequence` on were sealed at `atMs` or later. */
interface Seal {
  readonly sequence: number;
  readonly atMs: number;
}

/**
 * Checks that records that were removed between two checkpoints had reached the retention. When a record was sealed is known from the
 * checkpoints before alone: whoever rewrites the database can state any time in it, but cannot sign an earlier checkpoint. So a removal is
 * judged as finely as there are checkpoints.
 */
export function checkRemoved(checkpoints: readonly Checkpoint[], findings: Findings): void {
  const inTime = checkpoints.toSorted((one, other) => one.at - other.at);
  for (const [index, after] of inTime.entries()) {
    const before = inTime[index - 1];
    if (before !== undefined) checkBetween(before, after, inTime.slice(0, index), findings);
  }
}

// A retention that was lengthened or shortened in between: the shorter one may have removed the records.
function checkBetween(before: Checkpoint, after: Checkpoint, earlier: readonly Checkpoint[], findings: Findings): void {
  const retentionMs = Math.min(before.retentionMs ?? Number.POSITIVE_INFINITY, after.retentionMs ?? Number.POSITIVE_INFINITY);
  const last = after.firstSequence - 1;
  if (last < before.firstSequence || !Number.isFinite(retentionMs)) return;
  const tooYoung = earlier
    .flatMap(sealsShownBy)
    .filter(({ sequence, atMs }) => sequence <= last && atMs + retentionMs > after.at + clockSkewMs)
    .toSorted((one, other) => one.sequence - other.sequence)[0];
  if (tooYoung === undefined) return;
  const from = Math.max(tooYoung.sequence, before.firstSequence);
  const kept = `entered the log at ${timeOf(tooYoung.atMs)} or later, and the retention is ${daysOf(retentionMs)} days`;
  const message = `${rangeAre(from, last)} missing: they ${kept}, but the checkpoint from ${timeOf(after.at)} has none of them.`;
  findings.add({ code: "cut_head", message, sequence: from });
}

function sealsShownBy({ sequence, at, firstSequence, removedUntil }: Checkpoint): readonly Seal[] {
  const later = { sequence: sequence + 1, atMs: at };
  return removedUntil === undefined ? [later] : [{ sequence: firstSequence, atMs: removedUntil }, later];
}

function daysOf(ms: number): number {
  return Math.round(ms / 864_000) / 100;
}

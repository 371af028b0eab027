import type { Checkpoint, ReadCheckpoint } from "../checkpoint.ts";
import type { Link } from "./chain.ts";
import { type FindingCode, type Findings, rangeAre, timeOf } from "./findings.ts";
import { checkRemoved } from "./removed-check.ts";

export interface Freshness {
  readonly nowMs: number;
  /** Maximum age of the newest checkpoint; undefined for no limit. */
  readonly maxAgeMs: number | undefined;
}

const problems = {
  unreadable: ["bad_checkpoint", "is not a checkpoint"],
  bad_signature: ["bad_checkpoint", "has an invalid signature"],
  unknown_key: ["unknown_key", "is signed with a key that this installation does not publish"],
} as const satisfies Record<string, readonly [FindingCode, string]>;

/** The trusted checkpoints, newest first; the problems of the others are added to the findings. */
export function believedCheckpoints(read: readonly ReadCheckpoint[], findings: Findings): Checkpoint[] {
  const believed: Checkpoint[] = [];
  for (const [index, each] of read.entries()) {
    const which = read.length === 1 ? "The checkpoint" : `Checkpoint ${index + 1}`;
    if ("problem" in each) {
      const [code, text] = problems[each.problem];
      findings.add({ code, message: `${which} ${text}.` });
      continue;
    }
    const { checkpoint, keyId, retiredAt } = each;
    if (retiredAt !== undefined && checkpoint.at > retiredAt) {
      const message = `${which} was signed at ${timeOf(checkpoint.at)} with the key ${keyId}, which was retired at ${timeOf(retiredAt)}.`;
      findings.add({ code: "retired_key", message, sequence: checkpoint.sequence });
      continue;
    }
    believed.push(checkpoint);
  }
  return believed.toSorted((one, other) => other.sequence - one.sequence || other.at - one.at);
}

/** Compares the chain with the checkpoints: the newest must cover the whole chain. */
export function checkCoverage(
  checkpoints: readonly Checkpoint[],
  sorted: readonly Link[],
  { nowMs, maxAgeMs }: Freshness,
  findings: Findings,
): void {
  const [newest] = checkpoints;
  if (newest === undefined) {
    findings.add({ code: "no_checkpoint", message: "There is no valid checkpoint: the end of the log cannot be verified." });
    return;
  }
  if (maxAgeMs !== undefined && nowMs - newest.at > maxAgeMs) {
    const message = `The newest checkpoint is from ${timeOf(newest.at)}: an old checkpoint does not show whether later records were removed.`;
    findings.add({ code: "old_checkpoint", message, sequence: newest.sequence });
  }
  for (const checkpoint of checkpoints) checkHash(checkpoint, sorted, findings);
  checkEnds(newest, sorted, findings);
  checkRemoved(checkpoints, findings);
}

function checkHash({ sequence, hash, at }: Checkpoint, sorted: readonly Link[], findings: Findings): void {
  const first = sorted[0]?.sequence ?? 0;
  // If no record is missing, the record is at this place.
  const expected = sorted[sequence - first];
  const link = expected?.sequence === sequence ? expected : sorted.find((each) => each.sequence === sequence);
  if (link === undefined || link.hash === hash) return;
  const message = `Record ${sequence} (line ${link.line}) does not match the checkpoint from ${timeOf(at)}: it or one before it was rewritten.`;
  findings.add({ code: "rewritten", message, line: link.line, sequence });
}

function checkEnds({ sequence, firstSequence }: Checkpoint, sorted: readonly Link[], findings: Findings): void {
  const first = sorted[0]?.sequence;
  const last = sorted.at(-1)?.sequence ?? firstSequence - 1;
  if (first !== undefined && first > firstSequence) {
    findings.add({
      code: "cut_head",
      message: `${rangeAre(firstSequence, first - 1)} missing before the oldest record.`,
      sequence: firstSequence,
    });
  }
  if (sequence > 0 && last < sequence) {
    findings.add({ code: "cut_tail", message: `${rangeAre(last + 1, sequence)} missing after the newest record.`, sequence: last + 1 });
  }
  if (last > sequence) {
    findings.add({
      code: "not_covered",
      message: `${rangeAre(sequence + 1, last)} not covered by the checkpoint, which ends at ${sequence}.`,
      sequence: sequence + 1,
    });
  }
}

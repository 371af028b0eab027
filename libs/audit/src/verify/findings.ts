/** The kinds of problems of an audit log export. */
export type FindingCode =
  | "unreadable"
  | "changed"
  | "personal_changed"
  | "missing"
  | "inserted"
  | "reordered"
  | "broken_link"
  | "other_workspace"
  | "cut_head"
  | "cut_tail"
  | "rewritten"
  | "not_covered"
  | "no_checkpoint"
  | "bad_checkpoint"
  | "old_checkpoint"
  | "unknown_key"
  | "retired_key"
  | "backdated_checkpoint";

export interface Finding {
  readonly code: FindingCode;
  readonly message: string;
  /** Line of the file, from 1. */
  readonly line?: number;
  /** The record with the problem, or the first of several. */
  readonly sequence?: number;
}

const mostListed = 100;

/** Collects findings: all are counted, the first hundred listed. */
export class Findings {
  readonly listed: Finding[] = [];
  count = 0;

  add(finding: Finding): void {
    this.count++;
    if (this.listed.length < mostListed) this.listed.push(finding);
  }
}

export function rangeAre(from: number, to: number): string {
  return from === to ? `Record ${from} is` : `Records ${from} to ${to} are`;
}

/** The tolerated difference between times of the database and of the processes that use it. */
export const clockSkewMs = 60_000;

export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

import { beginningOf } from "../record.ts";
import { type Findings, rangeAre } from "./findings.ts";

/** The fields of a record that the check of the chain needs. */
export interface Link {
  readonly line: number;
  readonly sequence: number;
  readonly hash: string;
  readonly previousHash: string;
}

/** Checks that records follow each other without a gap, and that the file has them in order. Returns them by sequence, oldest first. */
export function checkChain(links: readonly Link[], workspaceId: string, findings: Findings): readonly Link[] {
  checkOrder(links, findings);
  const sorted = links.toSorted((one, other) => one.sequence - other.sequence || one.line - other.line);
  const [first] = sorted;
  if (first?.sequence === 1 && first.previousHash !== beginningOf(workspaceId)) {
    const message = `Record 1 (line ${first.line}) does not begin the chain of the workspace ${workspaceId}.`;
    findings.add({ code: "broken_link", message, line: first.line, sequence: 1 });
  }
  for (const [index, link] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before !== undefined) checkLink(before, link, findings);
  }
  return sorted;
}

function checkLink(before: Link, { line, sequence, previousHash }: Link, findings: Findings): void {
  if (sequence === before.sequence) {
    const message = `Line ${line} is a second record ${sequence}, beside line ${before.line}: one of them was inserted.`;
    findings.add({ code: "inserted", message, line, sequence });
    return;
  }
  if (sequence > before.sequence + 1) {
    const from = before.sequence + 1;
    findings.add({ code: "missing", message: `${rangeAre(from, sequence - 1)} missing.`, line, sequence: from });
    return;
  }
  if (previousHash === before.hash) return;
  const message = `Record ${sequence} (line ${line}) does not continue record ${before.sequence} (line ${before.line}): one of them was replaced.`;
  findings.add({ code: "broken_link", message, line, sequence });
}

// The order of most lines: newest first, as in exports, or oldest first.
function checkOrder(links: readonly Link[], findings: Findings): void {
  let ascending = 0;
  for (const [index, { sequence }] of links.entries()) {
    const before = links[index - 1];
    if (before !== undefined) ascending += Math.sign(sequence - before.sequence);
  }
  const direction = ascending > 0 ? 1 : -1;
  for (const [index, { line, sequence }] of links.entries()) {
    const before = links[index - 1];
    if (before === undefined || Math.sign(sequence - before.sequence) !== -direction) continue;
    const message = `Record ${sequence} (line ${line}) is out of order: it comes after record ${before.sequence}.`;
    findings.add({ code: "reordered", message, line, sequence });
  }
}

import type { StormReport } from "./run-storm.ts";
import type { FindingKind } from "./verify.ts";

const shownOfAKind = 8;
const kinds: readonly FindingKind[] = ["lost", "phantom", "doubled", "late", "refused", "internal", "unfinished", "not replayed", "broken"];

/** For people: the writes and the findings. */
export function printReport({ findings, tallies, faults, repeated, recoveryMs, answers, usage, rolling }: StormReport): void {
  console.log(`\n${"".padEnd(16)}${["asked", "acknowledged", "unclear"].map((word) => word.padStart(14)).join("")}`);
  for (const [name, { asked, acknowledged, unclear }] of tallies) {
    console.log(`${name.padEnd(16)}${[asked, acknowledged, unclear].map((count) => String(count).padStart(14)).join("")}`);
  }
  const statuses = [...answers].sort().map(([status, count]) => `${status}: ${count}`);
  console.log(`\n${faults} faults; answers ${statuses.join(", ")}; recovered ${(recoveryMs / 1_000).toFixed(1)} s after the last.`);
  if (repeated.times > 0) console.log(`${repeated.events} events were published to Kafka again, in ${repeated.times} strikes.`);
  for (const { what, counted, sure, possible, mayBeMissing } of usage)
    console.log(
      `Usage: ${counted} ${what} are counted; ${sure} happened for certain and ${possible} at most, and ${mayBeMissing} may be lost with killed processes.`,
    );
  if (rolling !== undefined) {
    const { requests, perSecond, capacityPerSecond, slowestMs } = rolling;
    const failed = `${rolling.findings.length} of ${requests} requests failed`;
    console.log(
      `Every process restarted in turn under ${perSecond.toFixed(0)} requests a second of the ${capacityPerSecond.toFixed(0)} possible without restarts: ${failed}, the slowest took ${slowestMs.toFixed(0)} ms.`,
    );
  }
  for (const kind of kinds) {
    const found = findings.filter((finding) => finding.kind === kind);
    for (const { scenario, what } of found.slice(0, shownOfAKind)) console.log(`  ${kind}: ${scenario}: ${what}`);
    if (found.length > shownOfAKind) console.log(`  ${kind}: and ${found.length - shownOfAKind} more`);
  }
  console.log(kinds.map((kind) => `${kind} ${findings.filter((finding) => finding.kind === kind).length}`).join(", "));
}

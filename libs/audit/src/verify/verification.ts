import type { Checkpoint, ReadCheckpoint } from "../checkpoint.ts";
import type { AuditRecord } from "../record.ts";
import { checkChain, type Link } from "./chain.ts";
import { believedCheckpoints, checkCoverage, type Freshness } from "./checkpoint-check.ts";
import { clockSkewMs, type Finding, Findings, timeOf } from "./findings.ts";
import { checkRecord, recordIn } from "./record-check.ts";

/** The result of verifying an export. */
interface VerificationReport {
  readonly workspaceId: string | undefined;
  readonly records: number;
  readonly firstSequence: number | undefined;
  readonly lastSequence: number | undefined;
  /**
   * Records whose actor has no name, address and user agent any more, and records with such a user among their targets. Erasures empty
   * them. So could whoever can write to the database: the chain holds only hashes of them and cannot tell.
   */
  readonly emptied: { readonly actors: number; readonly users: number };
  /** Empty if nothing was changed, removed or added. At most a hundred; `findingsCount` counts all. */
  readonly findings: readonly Finding[];
  readonly findingsCount: number;
}

interface VerificationOptions extends Freshness {
  /** The checkpoints to compare with, at least one. The newest must cover the whole file. */
  readonly checkpoints: readonly ReadCheckpoint[];
}

const mostCharacters = 1_000_000;

/** Verifies an export of the audit log, line by line, without any connection to Parley. */
export class AuditVerification {
  readonly #options: VerificationOptions;
  readonly #findings = new Findings();
  readonly #links: Link[] = [];
  readonly #emptied = { actors: 0, users: 0 };
  readonly #checkpoints: readonly Checkpoint[];
  /** The checkpoint's workspace; without a checkpoint, that of the first record. */
  #workspaceId: string | undefined;
  #line = 0;

  constructor(options: VerificationOptions) {
    this.#options = options;
    this.#checkpoints = believedCheckpoints(options.checkpoints, this.#findings);
    this.#workspaceId = this.#checkpoints[0]?.workspaceId;
    for (const { workspaceId } of this.#checkpoints.slice(1)) {
      if (workspaceId === this.#workspaceId) continue;
      this.#findings.add({
        code: "other_workspace",
        message: `One checkpoint belongs to the workspace ${workspaceId}, another to ${this.#workspaceId}.`,
      });
    }
  }

  /** Adds the next line of the file. */
  add(text: string): void {
    this.#line++;
    const line = this.#line;
    const record = text.length > mostCharacters ? undefined : recordIn(text);
    if (record === undefined) {
      this.#findings.add({ code: "unreadable", message: `Line ${line} is not a record of the audit log.`, line });
      return;
    }
    checkRecord(record, line, this.#findings);
    this.#checkWorkspace(record, line);
    this.#checkTime(record, line);
    if (record.personal.salt === null) this.#emptied.actors++;
    if (record.targets.some(({ personal }) => personal?.salt === null)) this.#emptied.users++;
    const { sequence, hash, previousHash } = record;
    this.#links.push({ line, sequence, hash, previousHash });
  }

  /** Completes the verification. Call it once, after the last line. */
  finish(): VerificationReport {
    const workspaceId = this.#workspaceId ?? "";
    const sorted = checkChain(this.#links, workspaceId, this.#findings);
    checkCoverage(
      this.#checkpoints.filter((each) => each.workspaceId === workspaceId),
      sorted,
      this.#options,
      this.#findings,
    );
    return {
      workspaceId: this.#workspaceId,
      records: this.#links.length,
      firstSequence: sorted[0]?.sequence,
      lastSequence: sorted.at(-1)?.sequence,
      emptied: this.#emptied,
      findings: this.#findings.listed,
      findingsCount: this.#findings.count,
    };
  }

  #checkWorkspace({ workspaceId, sequence }: AuditRecord, line: number): void {
    this.#workspaceId ??= workspaceId;
    if (workspaceId === this.#workspaceId) return;
    const message = `Record ${sequence} (line ${line}) belongs to the workspace ${workspaceId}, not to ${this.#workspaceId}.`;
    this.#findings.add({ code: "other_workspace", message, line, sequence });
  }

  // A checkpoint that is older than a record that it covers was not signed at the time that it states.
  #checkTime({ sequence, occurredAt }: AuditRecord, line: number): void {
    const covering = this.#checkpoints.find((each) => each.sequence >= sequence && each.at + clockSkewMs < occurredAt);
    if (covering === undefined) return;
    const message = `Record ${sequence} (line ${line}) is from ${timeOf(occurredAt)}, the checkpoint that covers it from ${timeOf(covering.at)}.`;
    this.#findings.add({ code: "backdated_checkpoint", message, line, sequence });
  }
}

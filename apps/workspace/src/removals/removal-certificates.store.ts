import { type Db, sql, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { nowMs, removalCertificates } from "../schema.ts";

const kept = { certificate: removalCertificates.certificate, salt: removalCertificates.salt };

const ofJob = { workspaceId: removalCertificates.workspaceId, jobId: removalCertificates.jobId };

const select = statement(
  "workspace.removal_certificate",
  ofJob,
  kept,
  sql`select ${removalCertificates.certificate}, ${removalCertificates.salt} from ${removalCertificates}
   where ${removalCertificates.workspaceId} = $workspaceId and ${removalCertificates.jobId} = $jobId`,
);

/** The certificate of a removal; undefined when the workspace has none for this job. */
export function selectCertificate(db: Db, job: { workspaceId: string; jobId: string }): Promise<ValuesOf<typeof kept> | undefined> {
  return db.row(select, job);
}

const insert = statement(
  "workspace.removal_certificate_insert",
  { ...ofJob, ...kept, completedAtMs: removalCertificates.completedAtMs },
  {},
  sql`insert into ${removalCertificates} (${removalCertificates.workspaceId}, ${removalCertificates.jobId}, ${removalCertificates.completedAtMs},
     ${removalCertificates.certificate}, ${removalCertificates.salt})
   values ($workspaceId, $jobId, $completedAtMs, $certificate, $salt) on conflict do nothing`,
);

interface NewCertificate {
  readonly workspaceId: string;
  readonly jobId: string;
  readonly completedAtMs: number;
  readonly certificate: string;
  readonly salt: string;
}

/** Stores a certificate; false when there is already one for this job, which stays. */
export async function insertCertificate(tx: Db, certificate: NewCertificate): Promise<boolean> {
  return (await tx.run(insert, certificate)) > 0;
}

const removeOld = statement(
  "workspace.removal_certificates_remove_old",
  { keptMs: types.bigint, limit: types.bigint },
  {},
  sql`delete from ${removalCertificates} where ctid = any(array(
     select ctid from ${removalCertificates} where ${removalCertificates.completedAtMs} < ${nowMs} - $keptMs::bigint
     order by ${removalCertificates.completedAtMs} limit $limit))`,
  { crossTenant: "Certificates of every workspace are kept for the same time." },
);

/** Deletes certificates of removals that were completed more than `keptMs` ago; returns how many. */
export function removeOldCertificates(db: Db, keptMs: number, limit: number): Promise<number> {
  return db.run(removeOld, { keptMs, limit });
}

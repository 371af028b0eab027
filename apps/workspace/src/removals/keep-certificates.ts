import type { Database } from "@parley/database";
import { notFound, shortened } from "@parley/kernel";
import { removeOld } from "@parley/messaging";
import { type Host, setting } from "@parley/runtime";
import * as z from "zod";
import type { Context, Handler } from "../context.ts";
import { removeOldCertificates, selectCertificate } from "./removal-certificates.store.ts";

const dayMs = 86_400_000;
const keptMs = 3 * 366 * dayMs;
const restMs = 3_600_000;

/** The setting for certificates of removals. */
export const certificateSettings = {
  backupRetentionDays: setting<number | undefined>("PARLEY_BACKUP_RETENTION_DAYS", {
    description:
      "Days for which the installation keeps backups of its databases; 0 when it makes none. Certificates of erasures say until when backups may still hold the erased data; unset, that this is not known.",
    schema: z
      .string()
      .regex(/^\d{1,5}$/, "must be a number of days")
      .transform(Number)
      .optional(),
    defaultText: "",
  }),
};

/** Deletes certificates of removals after three years, while the process runs. */
export function keepCertificates(host: Host, database: Database): void {
  removeOld(host, "certificates of removals", restMs, (limit) => removeOldCertificates(database, keptMs, limit));
}

export const getRemovalCertificate =
  ({ database }: Context): Handler<"getRemovalCertificate"> =>
  async ({ workspaceId, jobId }) => {
    const kept = await selectCertificate(database, { workspaceId, jobId });
    if (kept === undefined) throw notFound(`There is no certificate of a removal ${shortened(jobId)}.`, "certificate_not_found");
    return kept;
  };

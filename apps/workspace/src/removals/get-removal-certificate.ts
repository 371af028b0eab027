import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectCertificate } from "./removal-certificates.store.ts";

export const getRemovalCertificate =
  ({ database }: Context): Handler<"getRemovalCertificate"> =>
  async ({ workspaceId, jobId }) => {
    const kept = await selectCertificate(database, { workspaceId, jobId });
    if (kept === undefined) throw notFound(`There is no certificate of a removal ${shortened(jobId)}.`, "certificate_not_found");
    return kept;
  };

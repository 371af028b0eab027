import { create } from "@bufbuild/protobuf";
import { type ErasureCommand, ErasureCommandSchema } from "@parley/contracts/erasure";
import type { Db } from "@parley/database";
import { decodeCursor, encodeCursor, PageBytes } from "@parley/kernel";
import type { ListOpenRequest, OpenErasures } from "../model/owners.ts";
import { commandsOf } from "./command-of.ts";
import type { JobStore } from "./job-store.ts";
import type { OpenJob, OpenJobs } from "./open-jobs.ts";

interface Stores {
  readonly owner: string;
  readonly jobs: JobStore;
  readonly open: OpenJobs;
}

const mostJobs = 20;

/** A page of the erasures in which a service has open tasks, oldest first, limited in bytes. */
export async function listOpen(db: Db, { owner, jobs, open }: Stores, { service, pageToken }: ListOpenRequest): Promise<OpenErasures> {
  const [afterMs = 0, afterId = ""] = decodeCursor(pageToken, ["number", "string"]) ?? [];
  const nowMs = BigInt(await jobs.now(db));
  const found = await open.page(db, { service, afterMs: Number(afterMs), afterId: String(afterId), limit: mostJobs });
  const page = within(found);
  const commands: ErasureCommand[] = [];
  for (const job of page) {
    const own = (await open.undone(db, job)).filter((task) => task.service === service);
    const { apiKeyId, jobId } = job;
    commands.push(...commandsOf(job, own).map((command) => create(ErasureCommandSchema, { apiKeyId, jobId, owner, command })));
  }
  const last = page.at(-1);
  const hasMore = last !== undefined && (found.length === mostJobs || page.length < found.length);
  return { commands, nextPageToken: hasMore ? encodeCursor([last.requestedAtMs, last.jobId]) : "", nowMs };
}

// The first jobs that fit into a response: the ids of one job may take 900 KB.
function within(jobs: readonly OpenJob[]): readonly OpenJob[] {
  const bytes = new PageBytes();
  const end = jobs.findIndex(({ scope }) => !bytes.admits(scope?.length ?? 0));
  return end < 0 ? jobs : jobs.slice(0, end);
}

import type { Database, Db } from "@parley/database";
import { invalid, notFound, shortened } from "@parley/kernel";
import type { Host } from "@parley/runtime";
import * as z from "zod";
import type { JobStore } from "./job-store.ts";

const maxListed = 500;
const ofJob = { schema: z.string(), apiKeyId: z.string().min(1), jobId: z.string().min(1) };
const Job = z.strictObject(ofJob);
const Throttle = z.strictObject({ ...ofJob, rowsPerSecond: z.int().min(0).max(10_000_000) });

/** The methods of an owner that the routes need. */
interface PacedOwner {
  readonly schema: string;
  readonly jobs: Pick<JobStore, "unfinished">;
  pace(tx: Db, job: { apiKeyId: string; jobId: string }, change: { paused?: boolean; rowsPerSecond?: number }): Promise<boolean>;
}

interface Source {
  readonly database: Database;
  readonly owner: PacedOwner;
}

/**
 * The removals that a process's modules own, on the ops port:
 *
 * - `GET /erasure-jobs` lists unfinished jobs, oldest first, with their age and the services that they wait for
 * - `POST /erasure-jobs/pause`, `POST /erasure-jobs/resume` `{schema, apiKeyId, jobId}`: take effect within a few seconds, in every service
 * - `POST /erasure-jobs/throttle` `{schema, apiKeyId, jobId, rowsPerSecond}`: most rows a second of each task; 0 means no limit
 */
class ErasureRoutes {
  readonly #sources = new Map<string, Source>();

  constructor(host: Host) {
    host.ops("GET", "/erasure-jobs", () => this.#list());
    host.ops("POST", "/erasure-jobs/pause", ({ body }) => this.#pace(Job, body, { paused: true }));
    host.ops("POST", "/erasure-jobs/resume", ({ body }) => this.#pace(Job, body, { paused: false }));
    host.ops("POST", "/erasure-jobs/throttle", ({ body }) => this.#pace(Throttle, body, {}));
  }

  add(database: Database, owner: PacedOwner): void {
    this.#sources.set(owner.schema, { database, owner });
  }

  async #list(): Promise<unknown> {
    const lists = [...this.#sources].map(
      async ([schema, { database, owner }]) => [schema, await owner.jobs.unfinished(database, maxListed)] as const,
    );
    return { erasureJobs: Object.fromEntries(await Promise.all(lists)) };
  }

  async #pace(form: typeof Job | typeof Throttle, body: unknown, change: { paused?: boolean }): Promise<unknown> {
    const parsed = form.safeParse(body);
    if (!parsed.success) throw invalid("body", `The body must be {${Object.keys(form.shape).join(", ")}}.`);
    const { schema, apiKeyId, jobId, ...pace } = parsed.data;
    const source = this.#sources.get(schema);
    if (source === undefined) throw invalid("schema", `schema must be one of ${[...this.#sources.keys()].join(", ")}.`);
    const { database, owner } = source;
    const found = await database.transaction((tx) => owner.pace(tx, { apiKeyId, jobId }, { ...change, ...pace }));
    if (!found) throw notFound(`There is no open erasure ${shortened(jobId)} of ${shortened(apiKeyId)} in ${schema}.`);
    return { jobId, ...change, ...pace };
  }
}

const routes = Symbol("erasure routes");

/** The instance of the process, created for the first owner that needs it. */
export function erasureRoutes(host: Host): ErasureRoutes {
  return host.shared(routes, () => new ErasureRoutes(host));
}

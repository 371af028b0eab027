import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../installation/caller.ts";
import { startInstallation } from "../installation/installation.ts";
import { quantile } from "./figures.ts";
import { Asker, secondsToIndex } from "./search-indexing.ts";

const organizationId = "acme";
const documentId = "long";
const [threads, comments, words] = [24, 40, 1_000] as const;
const [together, roundMs, calmMs] = [60, 10_000, 2_500] as const;

/** The p99 in ms of another key's small requests: alone, beside 60 reads of long threads at a time, and beside 60 searches of them. */
export async function besideSearches(databaseUrl: string): Promise<{ quiet: number; reads: number; searches: number }> {
  await using installation = await startInstallation({ shape: "all-in-one", databaseUrl });
  const [{ customer }, other] = [await installation.workspace(), await installation.workspace()];
  await addLongThreads(customer);
  await secondsToIndex(customer);
  const asker = new Asker(() => other.customer.ask("/v2/organizations/get", {}));
  const p99Beside = async (path?: string, request: object = {}) => {
    const end = performance.now() + calmMs + roundMs;
    const loops = path === undefined ? [] : Array.from({ length: together }, () => repeated(customer, path, request, end));
    // The first requests are not counted, because they meet cold code.
    await delay(calmMs);
    asker.take();
    await delay(roundMs);
    const p99 = quantile(asker.take(), 0.99);
    await Promise.all(loops);
    return p99;
  };
  const quiet = await p99Beside();
  const reads = await p99Beside("/v2/commentannotations/get", { organizationId, documentId, pageSize: 20 });
  const searches = await p99Beside("/v2/commentannotations/search", { organizationId, query: "common shared" });
  await asker.stop();
  return { quiet, reads, searches };
}

async function repeated(customer: Caller, path: string, request: object, endMs: number): Promise<void> {
  while (performance.now() < endMs) await customer.post(path, request);
}

/** Comments of 7 kB, with the searched words at their end. */
async function addLongThreads(customer: Caller): Promise<void> {
  await customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }], createOrganization: true });
  const commentText = `${Array.from({ length: words }, (_, index) => `word${index % 300}`).join(" ")} common shared`;
  const commentData = Array.from({ length: comments }, (_, index) => ({ commentId: `c${index}`, from: { userId: "alice" }, commentText }));
  for (let nth = 0; nth < threads; nth++) {
    const commentAnnotations = [{ annotationId: `a${nth}`, commentData }];
    await customer.arrange("/v2/commentannotations/add", { organizationId, documentId, commentAnnotations });
  }
}

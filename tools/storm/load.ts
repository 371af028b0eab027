import { setTimeout as delay } from "node:timers/promises";
import { type Customer, isTransient } from "./customer.ts";
import type { Journal } from "./journal.ts";
import type { Random } from "./random.ts";
import { organizationId, type Scenario } from "./scenario.ts";
import type { Finding } from "./verify.ts";

/** The amount of requests. */
export interface Load {
  readonly writersPerScenario: number;
  /** A writer's pause between its writes. */
  readonly thinkMs: readonly [number, number];
  /** The interval between reads of lists, next to the writes; without it, no reads. */
  readonly readEveryMs?: number;
}

/** As much load as the machine can handle. */
export const stormLoad: Load = { writersPerScenario: 4, thinkMs: [0, 20] };

interface WriteOptions {
  readonly random: Random;
  readonly customer: Customer;
  readonly journal: Journal;
  readonly thinkMs: readonly [number, number];
  readonly stopping: AbortSignal;
  readonly givingUp: AbortSignal;
}

/** Writes until it is told to stop: the next write follows the acknowledgement of the last. */
export async function writeOn(scenario: Scenario, name: string, options: WriteOptions): Promise<void> {
  const { random, customer, journal, thinkMs, stopping, givingUp } = options;
  const next = scenario.writer(name, random);
  while (!stopping.aborted) {
    // Later writes may depend on it.
    if (!(await customer.write(scenario.name, journal, random, next(), givingUp))) return;
    await delay(random.between(...thinkMs));
  }
}

const pageSize = 50;
const readWithinMs = 10_000;
const pages = [
  { path: "/v2/organizations/get", data: { pageSize } },
  { path: "/v2/organizations/documents/get", data: { organizationId, pageSize } },
  { path: "/v2/users/get", data: { organizationId, pageSize } },
  { path: "/v2/commentannotations/get", data: { organizationId, documentId: "comments" } },
  { path: "/v2/recordings/get", data: { organizationId, documentId: "recordings", pageSize } },
  { path: "/v2/notifications/get", data: { organizationId, userId: "bob", pageSize } },
];

/** Reads pages, one after another, until it is told to stop; returns refusals that no fault explains. */
export async function readOn(customer: Customer, everyMs: number, stopping: AbortSignal): Promise<Finding[]> {
  const findings: Finding[] = [];
  const pagesLeft = [...pages];
  while (!stopping.aborted) {
    const page = pagesLeft.shift();
    if (page === undefined) break;
    pagesLeft.push(page);
    const { path, data } = page;
    // Without a response, it is read again in its next turn.
    const answer = await customer.post(path, data, readWithinMs).catch(() => undefined);
    if (answer !== undefined && answer.status !== 200 && !isTransient(answer.status)) {
      const kind = answer.status === 500 ? "internal" : "refused";
      findings.push({ kind, scenario: "reads", what: `${path} answered ${answer.status} ${answer.text.slice(0, 200)}` });
    }
    await delay(everyMs);
  }
  return findings;
}

import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gatherDatabase } from "../installation/spread-database.ts";
import { Customer } from "./customer.ts";
import { ChangesReaders } from "./follow-changes.ts";
import { strike } from "./inject-faults.ts";
import { checkInvariants } from "./invariants.ts";
import { type Entry, Journal, readJournal } from "./journal.ts";
import { type Load, readOn, stormLoad, writeOn } from "./load.ts";
import { Patience } from "./patience.ts";
import type { Fault } from "./plan.ts";
import { Random } from "./random.ts";
import { type RollingRestart, restartInTurn } from "./restart-in-turn.ts";
import { organizationId, type Scenario } from "./scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import { type Stage, usageReportMs } from "./stage.ts";
import { type CountedCustomer, checkUsage, type UsageTally } from "./usage/check-usage.ts";
import { type Finding, type Tally, tally, verify } from "./verify.ts";

export interface StormReport {
  readonly findings: readonly Finding[];
  readonly tallies: readonly (readonly [string, Tally])[];
  readonly faults: number;
  /** How often events were published to Kafka again, and their number. */
  readonly repeated: Stage["repeated"];
  /** From the recovery of the last target until every write was answered and every program ready. */
  readonly recoveryMs: number;
  readonly answers: ReadonlyMap<string, number>;
  /** The customers' requests and comments that were counted as usage. */
  readonly usage: readonly UsageTally[];
  /** The customers' results while every process was restarted in turn. */
  readonly rolling?: RollingRestart;
}

interface StormOptions {
  readonly seed: number;
  readonly durationMs: number;
  readonly faults: readonly Fault[];
  readonly load?: Load;
  /**
   * When set, every process is restarted in turn afterwards, under that many requests per second, and then everything in Kafka is delivered
   * again.
   */
  readonly rollingPerSecond?: number;
  /** Whether rows are on several servers. */
  readonly isSpread?: boolean;
  /** Called at each fault. */
  readonly tell: (line: string) => void;
  /** Called with the duration of each attempt to write. */
  readonly onAttempt?: (ms: number, isAnswered: boolean) => void;
}

const settleWithinMs = 45_000;
const startedAgainWithinMs = 120_000;
// Readers of the feed of changes.
const readersPerKey = 4;

/** Writes during the planned faults, waits until all is quiet, and compares the stored data with the journal. */
export async function runStorm(
  stage: Stage,
  { seed, durationMs, faults, load = stormLoad, rollingPerSecond, isSpread, tell, onAttempt }: StormOptions,
): Promise<StormReport> {
  const keys: CountedCustomer[] = [];
  const newKey = async () => {
    const key = await newCustomer(stage, onAttempt);
    keys.push(key);
    return key.customer;
  };
  const shared = await newKey();
  const customers = new Map<Scenario, Customer>();
  for (const scenario of scenarios) customers.set(scenario, scenario.hasOwnKey ? await newKey() : shared);
  const customerOf = (scenario: Scenario) => customers.get(scenario) ?? shared;
  const journal = new Journal(join(stage.installation.folder, "journal.jsonl"));
  const names = (scenario: Scenario) => Array.from({ length: load.writersPerScenario }, (_, n) => `${scenario.name}-${n}`);
  for (const scenario of scenarios) await scenario.arrange(customerOf(scenario), names(scenario));

  const [stopping, givingUp, quiet] = [new AbortController(), new AbortController(), new AbortController()];
  const writing = scenarios.flatMap((scenario, place) =>
    names(scenario).map((name, n) =>
      writeOn(scenario, name, {
        random: new Random(seed * 1_000 + place * 10 + n),
        customer: customerOf(scenario),
        journal,
        thinkMs: load.thinkMs,
        stopping: stopping.signal,
        givingUp: givingUp.signal,
      }),
    ),
  );
  const readers = [...new Set(customers.values())].map((customer) => new ChangesReaders(customer));
  const following = Promise.all(readers.map((each) => each.follow(readersPerKey, durationMs / readersPerKey, quiet.signal)));
  const reading = load.readEveryMs === undefined ? [] : readOn(shared, load.readEveryMs, stopping.signal);
  const [struck] = await Promise.all([strike(stage, faults, tell), delay(durationMs)]);
  stopping.abort();
  const quietAtMs = performance.now();
  await settled(writing, () => givingUp.abort());
  await stage.installation.ready(settleWithinMs);
  const recoveryMs = performance.now() - quietAtMs;
  await journal.close();
  const rolling = rollingPerSecond === undefined ? undefined : await restartInTurn(stage, shared, rollingPerSecond);
  const usage = await checkUsage(keys, struck, usageReportMs);
  if (rolling !== undefined) tell(`Everything again for ${await deliverAllAgain(stage)} consumer groups.`);

  const entries = await readJournal(journal.file);
  const findings: Finding[] = [...(await reading), ...(rolling?.findings ?? []), ...(usage?.findings ?? [])];
  for (const scenario of scenarios) findings.push(...(await findingsOf(scenario, customerOf(scenario), entries)));
  quiet.abort();
  await following;
  for (const each of readers) findings.push(...(await each.findings(stage.installation.databaseUrl)));
  if (isSpread) await gatherRows(stage);
  findings.push(...(await checkInvariants(stage.installation.databaseUrl)));
  findings.push(...stage.crashes.map((what) => ({ kind: "broken", scenario: "processes", what }) as const));
  // Other faults may prevent the first or second republication, but not every one of more than two.
  if (stage.repeated.times > 2 && stage.repeated.events === 0)
    findings.push({ kind: "broken", scenario: "storm", what: `${stage.repeated.times} times no event could be republished` });
  const answers = addUp([...new Set(customers.values())].map((customer) => customer.answers));
  for (const scenario of scenarios) await scenario.close?.();
  for (const { customer, owner } of keys) await Promise.all([customer.close(), owner.close()]);
  return {
    findings,
    tallies: scenarios.map(({ name }) => [name, tally(entries, name)] as const),
    faults: faults.length,
    repeated: stage.repeated,
    recoveryMs,
    answers,
    usage: usage?.tallies ?? [],
    ...(rolling && { rolling }),
  };
}

/**
 * Makes every consumer group receive everything in Kafka again, by resetting it while all programs are stopped. Returns the number of
 * groups.
 */
async function deliverAllAgain({ installation, kafkaLog }: Stage): Promise<number> {
  await Promise.all([...installation.programs.values()].map((program) => program.end("SIGTERM")));
  const groups = await kafkaLog.rewind();
  for (const program of installation.programs.values()) program.start();
  await installation.ready(startedAgainWithinMs);
  return groups;
}

/** Brings the rows to one server, where a query may join any of them. */
async function gatherRows({ installation }: Stage): Promise<void> {
  await Promise.all([...installation.programs.values()].map((program) => program.end("SIGTERM")));
  await gatherDatabase(installation.databaseUrl);
  for (const program of installation.programs.values()) program.start();
  await installation.ready(startedAgainWithinMs);
}

/** Waits for the last writes; gives up on the rest when none has ended for a while. */
async function settled(writing: readonly Promise<void>[], giveUp: () => void): Promise<void> {
  let left = writing.length;
  for (const writer of writing) void writer.then(() => left--);
  const patience = new Patience(settleWithinMs);
  while (left > 0 && !patience.isOver(left)) await delay(100);
  if (left > 0) giveUp();
  await Promise.all(writing);
}

// Delayed effects are checked until they have occurred, or until there is no progress for a while.
async function findingsOf(scenario: Scenario, customer: Customer, entries: readonly Entry[]): Promise<Finding[]> {
  const patience = new Patience(scenario.showsWithinMs ?? 0);
  for (;;) {
    const findings = [...verify(scenario.name, entries, await scenario.stored(customer)), ...((await scenario.check?.(customer)) ?? [])];
    const open = findings.filter(({ kind }) => kind === "lost" || kind === "broken").length;
    if (open === 0 || patience.isOver(open)) return findings;
    await delay(500);
  }
}

function addUp(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const [word, count] of counts.flatMap((map) => [...map])) sum.set(word, (sum.get(word) ?? 0) + count);
  return sum;
}

/** A separate workspace with the organization of the scenarios. */
async function newCustomer({ installation }: Stage, onAttempt: StormOptions["onAttempt"]): Promise<CountedCustomer> {
  const { customer: caller, owner } = await installation.workspace();
  const customer = new Customer(installation.url, caller.headers, { ...(onAttempt && { onAttempt }) });
  await customer.arrange("/v2/organizations/add", { organizations: [{ organizationId }] });
  return { customer, owner };
}

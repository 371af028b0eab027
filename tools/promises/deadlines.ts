import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { everythingStored } from "../../libs/testing/src/query-sql.ts";
import { quantile } from "../bench/figures.ts";
import { startInstallation } from "../installation/installation.ts";
import type { Workspace } from "../installation/workspace.ts";
import { type Asked, askedOf, documentId, type Held, organizationId } from "./asked-of.ts";

// `npm run promise:deadlines [-- --no-build]`: holds the network to each service and to Postgres, and freezes each service, under 50
// requests per second. Exits with 1 when a response takes longer than its deadline and 50 ms, or when a request whose time was over is
// executed after all.
const { values } = parseArgs({ options: { "no-build": { type: "boolean", default: false } } });
const deadlineMs = 1_000;
const graceMs = 50;
const [perSecond, seconds] = [50, 4];
const answerWithinMs = 15_000;
// After this time without an execution, none will follow.
const quietMs = 2_000;

await using installation = await startInstallation({
  shape: "separate",
  linked: true,
  environment: { PARLEY_REQUEST_TIMEOUT_MS: String(deadlineMs) },
  builds: !values["no-build"],
});
const workspace = await installation.workspace();
await workspace.customer.arrange("/v2/organizations/add", { organizations: [{ organizationId }] });
await workspace.customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] });
let kept = true;
for (const held of Object.keys(askedOf) as Held[]) {
  for (const away of held === "postgres" ? [onItsWay(held)] : [onItsWay(held), itself(held)])
    kept = (await keepsTime(workspace, held, away)) && kept;
}
process.exitCode = kept ? 0 : 1;

interface Away {
  readonly how: "held" | "frozen";
  begin(): void;
  end(): void;
}

function onItsWay(held: Held): Away {
  const link = installation.links.get(held);
  return { how: "held", begin: () => link?.disturb("hold"), end: () => link?.calm() };
}

function itself(app: Exclude<Held, "postgres">): Away {
  const program = installation.programs.get(app);
  return { how: "frozen", begin: () => program?.signal("SIGSTOP"), end: () => program?.signal("SIGCONT") };
}

async function keepsTime(workspace: Workspace, held: Held, { how, begin, end }: Away): Promise<boolean> {
  const [asked, name] = [askedOf[held], `${how}_${held}`];
  await servedAgain(workspace, asked, `before_${name}`);
  begin();
  const answers = await askSteadily(workspace, asked, `late_${name}`);
  end();
  await servedAgain(workspace, asked, `after_${name}`);
  const done = await doneOf(installation.databaseUrl, `late_${name}`);
  for (const { mark, status } of answers) if (status === 200) done.delete(mark);

  const tookMs = answers.map((answer) => answer.tookMs);
  const [p50, p99] = [quantile(tookMs, 0.5), quantile(tookMs, 0.99)];
  const statuses = [...Map.groupBy(answers, ({ status }) => status)].map(([status, group]) => `${status}: ${group.length}`).join(", ");
  const isKept = p99 <= deadlineMs + graceMs && done.size === 0;
  console.log(
    `${isKept ? "ok  " : "FAIL"} ${`${held} ${how}`.padEnd(29)}: ${answers.length} requests (${statuses}), p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ` +
      `slowest ${Math.max(...tookMs).toFixed(0)} ms of ${deadlineMs}; executed after their deadline: ${done.size}`,
  );
  return isKept;
}

interface Answered {
  readonly mark: string;
  readonly status: number;
  readonly tookMs: number;
}

async function askSteadily(workspace: Workspace, asked: Asked, name: string): Promise<Answered[]> {
  const answers: Promise<Answered>[] = [];
  const beganMs = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    await delay(Math.max(0, beganMs + (n * 1_000) / perSecond - performance.now()));
    answers.push(ask(workspace, asked, `${name}_${n}_`));
  }
  return Promise.all(answers);
}

async function ask(workspace: Workspace, { as, path, data }: Asked, mark: string): Promise<Answered> {
  const sentMs = performance.now();
  const { status } = await workspace[as].post(path, data(mark, workspace), answerWithinMs);
  return { mark, status, tookMs: performance.now() - sentMs };
}

async function servedAgain(workspace: Workspace, asked: Asked, name: string): Promise<void> {
  for (let n = 0; (await ask(workspace, asked, `${name}_${n}`)).status !== 200; n++) await delay(100);
}

/** The marks of requests found anywhere in the database, once no more appear. */
async function doneOf(databaseUrl: string, name: string): Promise<Set<string>> {
  const marks = new RegExp(`${name}_\\d+_`, "g");
  for (let [found, sinceMs] = [new Set<string>(), performance.now()]; ; await delay(200)) {
    const now = new Set((await everythingStored(databaseUrl)).match(marks));
    if (now.size === found.size && performance.now() - sinceMs > quietMs) return now;
    if (now.size !== found.size) [found, sinceMs] = [now, performance.now()];
  }
}

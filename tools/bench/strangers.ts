import { once } from "node:events";
import { connect } from "node:net";
import { Pool, request } from "undici";
import type { Installation } from "../installation/installation.ts";
import { list, startCustomer } from "./customer.ts";
import { measure } from "./load.ts";
import type { AttackName } from "./stranger-attacks.ts";
import { strangerRequests } from "./stranger-requests.ts";
import { clientHello, wrongCredentials } from "./stranger-texts.ts";
import { brokenBy, figuresOf, type Round } from "./strangers-outcome.ts";
import { attackRound, type SinkKind } from "./strangers-round.ts";
import { openStage, type Shape, type StrangersStage } from "./strangers-stage.ts";

// Strangers without credentials do their worst; measures what a customer sees meanwhile, compared with the time right before. Each attack
// has a fresh installation that is first warmed up: cold code and a small heap are not typical of a process that has served for days.

interface Plan {
  readonly attack: AttackName;
  readonly attackMs: number;
  readonly rounds: number;
  /** The sink that receives the same traffic in a separate measurement, which shows the effect of the sending alone on this machine. */
  readonly sink?: SinkKind;
  /** Whether the attack takes all places for connections. */
  readonly takesAll?: true;
  /** The promised bound of p99 on kept connections, as a multiple; without it, twice. */
  readonly mostTimes?: number;
}

const shapes = ["all-in-one", "separate"] as const satisfies readonly Shape[];
const short = { attackMs: 12_000, rounds: 3 } as const;
// The time until idle and unread connections have been closed, and a margin.
const long = { attackMs: 50_000, rounds: 1 } as const;
// Long enough for strangers to take every place during half a minute, and then for the last of them to be idle for longer than a connection
// is kept.
const longest = { attackMs: 115_000, rounds: 1, takesAll: true } as const;
const plans: readonly Plan[] = [
  { attack: "unread", ...longest },
  { attack: "idle", ...longest },
  { attack: "probes", ...short },
  { attack: "pipelines", ...short },
  { attack: "bursts", ...short },
  { attack: "slow-heads", ...long },
  { attack: "slow-bodies", ...long, sink: "silent" },
  { attack: "bodies", ...long, sink: "silent" },
  { attack: "guesses", ...short, sink: "reading" },
  { attack: "named", ...short, sink: "reading" },
  { attack: "named-deep", ...short },
  // Each new connection takes 0.3 ms of the event loop before anybody can know whether a customer has opened it.
  { attack: "newcomers", ...short, sink: "reading", mostTimes: 4 },
  { attack: "tls", ...long },
  { attack: "ops-unread", ...long },
  { attack: "ops-pipelines", ...short },
  { attack: "ops-slow", ...long },
];
const warmMs = 10_000;
// Nearly as many as a gateway's limit.
const manyConnections = 4_000;
// Of TLS on each port between services, before an attack.
const [handshakes, handshakesAtOnce] = [600, 60] as const;

/** Runs on both shapes or the one in `parts`, with all attacks or those in `parts`. Returns the promises that did not hold. */
export async function benchStrangers(parts: readonly string[]): Promise<readonly string[]> {
  const known = [...shapes, ...plans.map(({ attack }) => attack)] as readonly string[];
  const unknown = parts.filter((part) => !known.includes(part));
  if (unknown.length > 0) throw new Error(`Unknown part ${unknown.join(", ")} of strangers. Known: ${known.join(", ")}.`);
  const broken: string[] = [];
  for (const shape of asksFor(parts, shapes, (name) => name)) {
    console.log(shape === "all-in-one" ? "all in one process" : "seven processes, TLS between them");
    await using stage = await openStage(shape);
    for (const plan of asksFor(parts, plans, ({ attack }) => attack)) broken.push(...(await underAttack(shape, stage, plan)));
  }
  return broken;
}

function asksFor<Value>(parts: readonly string[], all: readonly Value[], nameOf: (value: Value) => string): readonly Value[] {
  const asked = all.filter((value) => parts.includes(nameOf(value)));
  return asked.length > 0 ? asked : all;
}

async function underAttack(shape: Shape, stage: StrangersStage, plan: Plan): Promise<string[]> {
  const { attack } = plan;
  const installation = await stage.start();
  const tokens = [...stage.others];
  const nextTokens = (count: number) => tokens.splice(0, count);
  const rounds: Round[] = [];
  await using stack = new AsyncDisposableStack();
  stack.defer(() => installation.stop());
  const { ask } = stack.use(await startCustomer({ url: installation.url, headers: stage.headers, ...list }));
  await warm(installation, stage);
  await ask({ durationMs: warmMs, tokens: [] });
  while (rounds.length < plan.rounds && rounds.every(({ ended }) => ended.length === 0)) {
    rounds.push(await attackRound(installation, { apiKey: stage.apiKey, ask, nextTokens }, plan));
  }
  console.log(`  ${attack}`);
  for (const [what, figure] of Object.entries(figuresOf(rounds, plan))) console.log(`    ${what}: ${figure}`);
  return brokenBy(rounds, plan).map((sentence) => `${shape}, ${attack}: ${sentence}.`);
}

/** Fills every place for requests and for connections, and asks every route and port as strangers do, as they have in days of serving. */
async function warm(installation: Installation, { headers, apiKey }: StrangersStage): Promise<void> {
  await measure(
    { url: installation.url, processes: installation.pids, name: "warming", headers },
    { name: "a list of 50", path: list.path, body: () => list.bodies[0] ?? "" },
    32,
    warmMs,
  );
  const many = new Pool(installation.url, { connections: manyConnections, pipelining: 1, connect: { timeout: 60_000 } });
  await Promise.all(
    Array.from({ length: manyConnections }, async () => (await many.request({ method: "GET", path: "/livez" })).body.dump()),
  );
  await many.destroy();
  for (const { method, path } of await strangerRequests(installation.url, installation.opsUrl)) {
    for (const wrong of [{}, wrongCredentials("pk_test_nobody"), wrongCredentials(apiKey)]) {
      // Each on a connection of its own, because further requests behind a refused one have to wait.
      const { body } = await request(installation.url + path, { method: method as "GET", headers: wrong, reset: true });
      await body.dump();
    }
  }
  for (const [app, port] of installation.ports) {
    if (app !== "gateway") await beginHandshakes(port);
  }
}

/** Begins TLS on `handshakes` connections, `handshakesAtOnce` together, and ends each when the server has answered. */
async function beginHandshakes(port: number): Promise<void> {
  const hello = await clientHello();
  for (let begun = 0; begun < handshakes; begun += handshakesAtOnce) {
    const sockets = Array.from({ length: handshakesAtOnce }, () => connect({ host: "127.0.0.1", port }));
    for (const socket of sockets) socket.write(hello);
    const signal = AbortSignal.timeout(60_000);
    await Promise.all(sockets.map((socket) => once(socket, "data", { signal })));
    for (const socket of sockets) socket.destroy();
  }
}

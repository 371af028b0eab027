import { Pool } from "undici";
import type { Installation } from "../installation/installation.ts";
import { measure } from "./load.ts";
import type { AttackName } from "./stranger-attacks.ts";
import { asked, askKept, patienceMs } from "./strangers-customer.ts";
import { brokenBy, type Round, rowOf } from "./strangers-outcome.ts";
import { attackRound } from "./strangers-round.ts";
import { openStage, type Shape, type StrangersStage } from "./strangers-stage.ts";

// Strangers without credentials do their worst; what a customer sees meanwhile, against right before. Each attack has an installation that has just been
// started and then been as busy as a customer makes it: a heap that has never been as large, and code that has never run, are not what a process has that
// serves for days.

interface Plan {
  readonly attack: AttackName;
  readonly attackMs: number;
  readonly rounds: number;
  /** What is sent does not depend on what becomes of it. */
  readonly isFlood?: true;
  /** It takes all places for connections. */
  readonly takesAll?: true;
}

const shapes = ["all-in-one", "separate"] as const satisfies readonly Shape[];
const short = { attackMs: 12_000, rounds: 3 } as const;
// Until whoever sends nothing, or reads nothing, has been cut off, and a while behind it.
const long = { attackMs: 50_000, rounds: 1 } as const;
// Until the last of those who take every place for half a minute has said nothing for longer than a connection is kept.
const longest = { attackMs: 115_000, rounds: 1, takesAll: true } as const;
const plans: readonly Plan[] = [
  { attack: "unread", ...longest },
  { attack: "idle", ...longest },
  { attack: "probes", ...short },
  { attack: "pipelines", ...short },
  { attack: "bursts", ...short },
  { attack: "slow-heads", ...long },
  { attack: "slow-bodies", ...long },
  { attack: "bodies", ...long },
  { attack: "guesses", ...short, isFlood: true },
  { attack: "named", ...short, isFlood: true },
  { attack: "named-deep", ...short },
  { attack: "tls", ...long },
  { attack: "ops-unread", ...long },
  { attack: "ops-pipelines", ...short },
  { attack: "ops-slow", ...long },
];
const warmMs = 10_000;
// Nearly as many as a gateway has places for.
const manyConnections = 4_000;

/** On both shapes, or on the one that is a part; all attacks, or those that are. Answers what was promised and did not hold. */
export async function benchStrangers(parts: readonly string[]): Promise<readonly string[]> {
  const known = [...shapes, ...plans.map(({ attack }) => attack)] as readonly string[];
  const unknown = parts.filter((part) => !known.includes(part));
  if (unknown.length > 0) throw new Error(`Strangers have no part ${unknown.join(", ")}; known are ${known.join(", ")}.`);
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
  const { attack, takesAll = false } = plan;
  const installation = await stage.start();
  const pool = new Pool(installation.url, { connections: 8, pipelining: 1, headersTimeout: patienceMs, bodyTimeout: patienceMs });
  const tokens = [...stage.others];
  const nextTokens = (count: number) => tokens.splice(0, count);
  const rounds: Round[] = [];
  try {
    await warm(installation, pool, stage.headers);
    while (rounds.length < plan.rounds && rounds.every(({ ended }) => ended.length === 0)) {
      rounds.push(await attackRound(installation, { ...stage, pool, nextTokens }, plan));
    }
  } finally {
    await pool.destroy();
    await installation.stop();
  }
  console.log(rowOf(attack, rounds, takesAll));
  return brokenBy(rounds, takesAll).map((sentence) => `${shape}, ${attack}: ${sentence}.`);
}

/** As many requests as it takes, as many connections as it has room for, and then a customer at its own pace. */
async function warm(installation: Installation, pool: Pool, headers: StrangersStage["headers"]): Promise<void> {
  await measure({ url: installation.url, processes: installation.pids, name: "warming", headers }, asked, 32, warmMs);
  const many = new Pool(installation.url, { connections: manyConnections, pipelining: 1, connect: { timeout: 60_000 } });
  await Promise.all(
    Array.from({ length: manyConnections }, async () => (await many.request({ method: "GET", path: "/livez" })).body.dump()),
  );
  await many.destroy();
  await askKept(pool, headers, warmMs);
}

import { runProcess } from "@parley/runtime";
import type { ScratchPostgres } from "../installation/scratch-postgres.ts";
import { closedLoop, cpuUsOfPostgres, median, spreadOf, told } from "./figures.ts";
import {
  benchModule,
  drained,
  environmentOf,
  messages,
  newDatabase,
  newEvent,
  newNote,
  newRecord,
  writeAndTell,
  writeNote,
  writeRecorded,
  writeRecordedAndTell,
  writeTwice,
} from "./messaging-stage.ts";

const inFlight = 32;
const roundMs = 1_000;
const rounds = 15;

/** A write with and without its outbox row, and the cost of each for this process and for the server. */
export async function benchWrites(postgres: ScratchPostgres): Promise<void> {
  const { dataDir } = postgres;
  const { url, database } = await newDatabase(postgres);
  const relayed = await runProcess([await benchModule(url)], environmentOf(url, {}));
  await relayed.stop();
  const shapes: Record<string, () => Promise<unknown>> = {
    "row alone": () => database.run(writeNote, newNote()),
    "row and outbox row": () => database.run(writeAndTell, { ...newNote(), ...messages.event(newEvent()) }),
    "row and the least second row": () => {
      const { eventLane: lane, eventPayload: payload } = messages.event(newEvent());
      return database.run(writeTwice, { ...newNote(), lane, payload: Buffer.from(payload) });
    },
    "row and record": () => database.run(writeRecorded, newRecord()),
    "row, record and outbox row": () => database.run(writeRecordedAndTell, { ...newRecord(), ...messages.event(newEvent()) }),
    "in a transaction of two statements": () =>
      database.transaction(async (tx) => {
        await tx.run(writeNote, newNote());
        await messages.publish(tx, [newEvent()]);
      }),
  };
  const results = new Map(Object.keys(shapes).map((name) => [name, [] as Throughput[]]));
  results.set("row and outbox row, relay running", []);
  // Measured in turns, so that other load on the machine affects all.
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(shapes)) results.get(name)?.push(await throughput(work, dataDir));
    const running = await runProcess([await benchModule(url)], environmentOf(url, {}));
    results
      .get("row and outbox row, relay running")
      ?.push(await throughput(shapes["row and outbox row"] as () => Promise<unknown>, dataDir));
    await drained(database);
    await running.stop();
  }
  const alone = results.get("row alone") ?? [];
  for (const [name, found] of results) {
    const [rate, client, server] = [
      found.map((one) => one.perSecond),
      found.map((one) => one.clientUs),
      found.map((one) => one.postgresUs),
    ];
    console.log(
      `write: ${name}: ${Math.round(median(rate))}/s, ratio ${ratioOf(found, alone)}; CPU ${median(client).toFixed(1)} µs here, ${median(server).toFixed(1)} µs in Postgres`,
    );
  }
  const ratio = ratioOf(results.get("row, record and outbox row") ?? [], results.get("row and record") ?? []);
  console.log(`write: row and record with its outbox row against without: ratio ${ratio}`);
  await database.close();
}

// Each is compared within its own round: other load changes from round to round.
function ratioOf(found: readonly Throughput[], base: readonly Throughput[]): string {
  return told(spreadOf(found.map(({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? Number.NaN))));
}

interface Throughput {
  readonly perSecond: number;
  /** CPU time of a write in µs, of this process and of the server. */
  readonly clientUs: number;
  readonly postgresUs: number;
}

async function throughput(work: () => Promise<unknown>, dataDir: string): Promise<Throughput> {
  const before = process.cpuUsage();
  const serverBefore = cpuUsOfPostgres(dataDir);
  const { calls, perSecond } = await closedLoop(inFlight, roundMs, work);
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond,
    clientUs: (user + system) / calls,
    postgresUs: (cpuUsOfPostgres(dataDir) - serverBefore) / calls,
  };
}

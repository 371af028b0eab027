import { Database } from "@parley/database";
import { messageStore } from "@parley/messaging";
import { withClient } from "../installation/with-client.ts";
import { inTurns, median, perSecond, spreadOf, told } from "./figures.ts";

// What stays on the coordinator, and the least that a request of a spread key costs. No service runs meanwhile.
const rounds = 9;
const eventsPerRound = 4_000;
const workPerRound = 1_000;
const callsPerRound = 200;
const keys = 100;

/** Compares queues and single statements on one server with those on spread rows, in turns. */
export async function compareQueues(alone: string, spread: string): Promise<void> {
  await using plain = openDatabase(alone, false);
  await using divided = openDatabase(spread, true);
  const sides = [plain.queues, divided.queues] as const;
  await tellRates("the relay's statements, 16 lanes at a time", sides, async (queues) => {
    await queues.fillOutbox();
    return timed(eventsPerRound, () => queues.drainOutbox());
  });
  await tellRates("claims of work, each finished by itself", sides, async (queues) => {
    await queues.fillWork();
    return timed(workPerRound, () => queues.doWork());
  });
  await tellRates("one row of a key is read", sides, (queues) => timed(callsPerRound, () => queues.readRows()));
  await tellRates("one row of a key is written, and nothing else", sides, (queues) => timed(callsPerRound, () => queues.writeRows(false)));
  await tellRates("one row of a key is written with its event", sides, (queues) => timed(callsPerRound, () => queues.writeRows(true)));
}

async function tellRates(name: string, sides: readonly [Queues, Queues], run: (queues: Queues) => Promise<number>): Promise<void> {
  const { sides: rates, ratios } = await inTurns(rounds, (side) => run(sides[side]));
  const [plain, divided] = rates.map((each) => perSecond(median(each)));
  console.log(`${name}: ${plain} on one server, ${divided} spread: ${told(spreadOf(ratios))} of the plain one`);
}

async function timed(count: number, work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (1_000 * count) / (performance.now() - startedMs);
}

function openDatabase(url: string, spreads: boolean) {
  const limits = { maxConnections: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 60_000 };
  const database = new Database({ url, schema: "activity", role: undefined, spreads, ...limits, onConnectionError: () => undefined });
  return { queues: new Queues(database, url), [Symbol.asyncDispose]: () => database.close() };
}

const store = messageStore("activity");

class Queues {
  readonly #database: Database;
  readonly #url: string;
  #written = 1;

  constructor(database: Database, url: string) {
    this.#database = database;
    this.#url = url;
  }

  async fillOutbox(): Promise<void> {
    await this.#query(
      `insert into activity.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)
       select n % 16, gen_random_uuid(), 't', 'k' || n, 'e', 'pk', '{}', '', convert_to(repeat('x', 300), 'UTF8') from generate_series(1, $1::int) n`,
      [eventsPerRound],
    );
  }

  /** As the relay does it, except that nothing is published. */
  async drainOutbox(): Promise<void> {
    const { outbox } = store;
    const some = () =>
      this.#database.transaction(async (tx) => {
        const rows = await outbox.heads(tx, await outbox.claimLanes(tx, [], 16), 25, 1_000_000);
        if (rows.length > 0) await outbox.remove(tx, rows);
        return rows.length;
      });
    for (let left = eventsPerRound; left > 0; ) left -= await some();
  }

  async fillWork(): Promise<void> {
    const work = Array.from({ length: workPerRound }, (_, n) => ({ apiKeyId: `pk_${n % keys}`, payload: "{}" }));
    await store.addWork(this.#database, "bench", work);
  }

  async doWork(): Promise<void> {
    const how = { kind: "bench", limit: 50, leaseMs: 60_000, perKey: 10, busy: new Map(), afterKey: "" };
    for (let left = workPerRound; left > 0; ) {
      const claimed = await store.work.claim(this.#database, how);
      for (const lease of claimed) await store.work.finish(this.#database, lease);
      left -= claimed.length;
    }
  }

  async readRows(): Promise<void> {
    await withClient(this.#url, async (client) => {
      const text = "select user_id from activity.annotation_users where api_key_id = $1 and organization_id = 'acme' limit 1";
      for (let call = 0; call < callsPerRound; call++) await client.query({ name: "read", text, values: ["pk_one"] });
    });
  }

  async writeRows(withEvent: boolean): Promise<void> {
    await withClient(this.#url, async (client) => {
      const write = `insert into activity.annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
        values ($1, 'acme', 'bob', 'd', 1, $2)`;
      const event = `insert into activity.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)
        values (0, gen_random_uuid(), 't', 'k', 'e', 'pk', '{}', '', '')`;
      for (let call = 0; call < callsPerRound; call++) {
        await client.query("begin");
        await client.query({ name: "write", text: write, values: ["pk_one", this.#written++] });
        if (withEvent) await client.query({ name: "event", text: event });
        await client.query("commit");
      }
      await client.query("delete from activity.outbox");
    });
  }

  #query(text: string, values: readonly unknown[]) {
    return withClient(this.#url, (client) => client.query(text, [...values]));
  }
}

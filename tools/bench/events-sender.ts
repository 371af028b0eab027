import { setTimeout as delay } from "node:timers/promises";
import { Database } from "@parley/database";
import { eventOf, sender } from "./events-stage.ts";

// Commits events in its own process, several in a transaction, like a request that changes several records: either at a fixed rate, whether
// or not earlier ones are complete, or as many as needed to keep a backlog. The relay is in the parent process and is told of every commit,
// as a relay in the same process would be. The delay of the sending itself is reported separately.
const [url = "", perSecond = "0", seconds = "1", first = "0"] = process.argv.slice(2);
const together = 8;
const inFlight = 8;
const waiting = 4_000;

const database = new Database({
  url,
  schema: sender.schema,
  role: undefined,
  maxConnections: inFlight,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 60_000,
  onConnectionError: () => undefined,
});
let n = Number(first);
const lateMs: number[] = [];
// Opens the connections before the first event is due.
await Promise.all(Array.from({ length: inFlight }, () => sender.outbox.isWaiting(database)));
const startedMs = performance.now();
const endMs = startedMs + Number(seconds) * 1_000;
let depth = 0;
const watching = watch();
await Promise.all(Array.from({ length: inFlight }, () => commit()));
await watching;
await database.close();
const report: SenderReport = { sent: n - Number(first), lateMs };
process.send?.(report);

/** The last message of the process. Earlier messages report a write. */
export interface SenderReport {
  readonly sent: number;
  /** The delay of each transaction's start, after it was due. */
  readonly lateMs: readonly number[];
}

async function commit(): Promise<void> {
  while (performance.now() < endMs) {
    const due =
      Number(perSecond) > 0 ? ((performance.now() - startedMs) / 1_000) * Number(perSecond) - (n - Number(first)) : waiting - depth;
    if (due < together) {
      await delay(1);
      continue;
    }
    if (Number(perSecond) > 0) lateMs.push((1_000 * (due - together)) / Number(perSecond));
    const from = n;
    n += together;
    depth += together;
    process.send?.("writing");
    await sender.publish(
      database,
      Array.from({ length: together }, (_, index) => eventOf(from + index)),
    );
  }
}

async function watch(): Promise<void> {
  while (performance.now() < endMs) {
    depth = (await sender.outbox.state(database)).depth;
    await delay(25);
  }
}

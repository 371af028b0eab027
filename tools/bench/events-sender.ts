import { setTimeout as delay } from "node:timers/promises";
import { Database } from "@parley/database";
import { eventOf, sender } from "./events-stage.ts";

// Commits events in a process of its own, several in a transaction, as a request does that changes several things: so many a second, or as many
// as it takes to keep some waiting.
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
const startedMs = performance.now();
const endMs = startedMs + Number(seconds) * 1_000;
let depth = 0;
const watching = watch();
await Promise.all(Array.from({ length: inFlight }, () => commit()));
await watching;
await database.close();
process.send?.({ sent: n - Number(first) });

async function commit(): Promise<void> {
  while (performance.now() < endMs) {
    const due =
      Number(perSecond) > 0 ? ((performance.now() - startedMs) / 1_000) * Number(perSecond) - (n - Number(first)) : waiting - depth;
    if (due < together) {
      await delay(2);
      continue;
    }
    const from = n;
    n += together;
    depth += together;
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

import { setTimeout as delay } from "node:timers/promises";
import { Aside } from "../installation/aside.ts";
import type { Caller } from "../installation/caller.ts";
import { openFeed } from "../installation/feed-stream.ts";

// Opens streams of changes in its own process, reports when they are open, and holds them until the process is ended.
const atOnce = 50;

/** Starts another process that holds `count` streams open. */
export function holdStreams({ url, headers }: Pick<Caller, "url" | "headers">, count: number): Promise<Aside> {
  return Aside.start(import.meta.filename, { url, headers }, count);
}

if (process.send !== undefined) {
  const [customer = "{}", count = "0"] = process.argv.slice(2);
  const caller = JSON.parse(customer) as Caller;
  for (let open = 0; open < Number(count); open += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => openFeed(caller, {})));
  }
  process.send("open");
  await delay(600_000);
}

import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../installation/caller.ts";
import { ChangesStream } from "./changes-stream.ts";

// Opens streams of changes in its own process, reports when they are open, and holds them until the process is ended.
const [customer = "{}", count = "0"] = process.argv.slice(2);
const atOnce = 50;
const caller = JSON.parse(customer) as Caller;
for (let open = 0; open < Number(count); open += atOnce) {
  await Promise.all(Array.from({ length: atOnce }, () => ChangesStream.open(caller, {}, () => undefined)));
}
process.send?.("open");
await delay(600_000);

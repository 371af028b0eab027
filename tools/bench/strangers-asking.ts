import { Pool } from "undici";
import type { Headers } from "../installation/caller.ts";
import { askKept, askNew, type Kept, type New, patienceMs } from "./strangers-customer.ts";

/** How long a customer asks, and the headers with which it opens new connections; without any, it opens none. */
export interface Asking {
  readonly durationMs: number;
  readonly tokens: readonly Headers[];
}

export interface Answered {
  readonly kept: Kept;
  readonly new: readonly New[];
}

// A customer in its own process: `strangers-asking.ts <url> <headers as JSON>`. Answers each message with what it saw. In one process with
// the probes and the reading of metrics, its requests would wait for those, and their times would be partly the bench's own.
if (process.send !== undefined) {
  const [url = "", headers = "{}"] = process.argv.slice(2);
  const own = JSON.parse(headers) as Headers;
  const pool = new Pool(url, { connections: 8, pipelining: 1, headersTimeout: patienceMs, bodyTimeout: patienceMs });
  process.on("message", async ({ durationMs, tokens }: Asking) => {
    const opening = tokens.length === 0 ? [] : askNew(url, tokens, durationMs);
    const [kept, fresh] = await Promise.all([askKept(pool, own, durationMs), opening]);
    const answered: Answered = { kept, new: fresh };
    process.send?.(answered);
  });
  process.once("disconnect", () => process.exit());
  process.send("ready");
}

import type { Database } from "@parley/database";
import { obeySignals, runProcess } from "@parley/runtime";
import type { Worker } from "../src/index.ts";
import { insertEffect, receiverModule, senderModule } from "./texts.ts";

// The process that `failpoints.test.ts` kills: sender, receiver, and a worker that writes its effect and ends its work in one transaction.
const running = await runProcess([senderModule(), receiverModule({ workers: (database) => [worker(database)] })]);
obeySignals().stopBy(() => running.stop());

function worker(database: Database): Worker {
  return {
    kind: "tests",
    concurrency: 2,
    leaseMs: 600,
    retryAfterMs: () => 1,
    handle: (lease) =>
      database.transaction(async (tx) => {
        await insertEffect(tx, { apiKeyId: lease.apiKeyId, eventId: "00000000-0000-0000-0000-000000000000", body: lease.payload });
        await lease.finish(tx);
      }),
  };
}

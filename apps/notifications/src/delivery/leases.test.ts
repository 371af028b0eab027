import type { Logger } from "@parley/runtime";
import { expect, onTestFinished, test } from "vitest";
import type { Leased, LeaseStore } from "./channel.ts";
import { ClaimLoop } from "./claim.ts";
import { Leases } from "./leases.ts";
import type { QueueLimits } from "./queue-limits.ts";

const log = { warn: () => undefined, info: () => undefined, error: () => undefined } as unknown as Logger;
const limits: QueueLimits = {
  leaseMs: 0,
  maxLeased: 1,
  maxClaimed: 1,
  concurrency: 1,
  bounds: { concurrency: 1, perSecond: 1, breakerFailures: 1 },
  promoteEveryMs: 1_000,
  failedDelayMs: 0,
  restDelayMs: () => 0,
  graceMs: 0,
};

test("a process that did not keep its leases in time keeps them before it takes over those that have ended", async () => {
  const steps: string[] = [];
  const promoted = Promise.withResolvers<void>();
  const store: LeaseStore<Leased> = {
    groupOf: ({ apiKeyId }) => apiKeyId,
    putBack: async () => undefined,
    async extend(rows) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      steps.push("kept");
      return new Set(rows.map(({ deliveryId }) => deliveryId));
    },
  };
  const leases = new Leases<Leased>(store, { what: "deliveries", leaseMs: 0, log });
  leases.add([{ apiKeyId: "pk", deliveryId: 1, fence: 1, tries: 0 }]);
  const claims = new ClaimLoop<Leased>(leases, limits, {
    kind: "webhook",
    what: "deliveries",
    promotedAtOnce: 10,
    claim: async () => ({ claimed: [], last: undefined, wasReady: false }),
    onClaimed: () => undefined,
    onTakenOver: () => undefined,
    async promote() {
      steps.push("promoted");
      promoted.resolve();
      return { rows: 0, takenOver: 0 };
    },
    log,
  });
  onTestFinished(() => claims.stop());

  claims.start();
  await promoted.promise;

  expect(steps).toEqual(["kept", "promoted"]);
});

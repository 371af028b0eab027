import type { Logger } from "@parley/runtime";
import { expect, onTestFinished, test } from "vitest";
import { ClaimLoop } from "./claim.ts";
import type { Leased } from "./delivery.ts";
import { Leases } from "./leases.ts";

const log = { warn: () => undefined, info: () => undefined, error: () => undefined } as unknown as Logger;

test("a process that did not keep its leases in time keeps them before it takes over those that have ended", async () => {
  const steps: string[] = [];
  const promoted = Promise.withResolvers<void>();
  const leases = new Leases<Leased>({
    ...{ what: "deliveries", leaseMs: 0, groupOf: ({ apiKeyId }) => apiKeyId, putBack: async () => undefined, log },
    async extend(rows) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      steps.push("kept");
      return new Set(rows.map(({ deliveryId }) => deliveryId));
    },
  });
  leases.add([{ apiKeyId: "pk", deliveryId: 1, fence: 1, tries: 0 }]);
  const claims = new ClaimLoop<Leased, string>({
    ...{
      kind: "webhook",
      what: "deliveries",
      leases,
      leaseMs: 0,
      maxLeased: 1,
      maxClaimed: 1,
      promoteEveryMs: 1_000,
      promotedAtOnce: 10,
      log,
    },
    ...{ claim: async () => ({ claimed: [], last: undefined, wasReady: false }), onClaimed: () => undefined, onTakenOver: () => undefined },
    async promote() {
      steps.push("promoted");
      promoted.resolve();
      return { rows: 0, takenOver: 0 };
    },
  });
  onTestFinished(() => claims.stop());

  claims.start();
  await promoted.promise;

  expect(steps).toEqual(["kept", "promoted"]);
});

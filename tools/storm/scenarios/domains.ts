import { OwnKeys } from "../own-keys.ts";
import type { Scenario } from "../scenario.ts";

const path = "/v2/workspace/domains";
const most = 30;

/** Allowed domains added and removed, several at once. */
export const domains: Scenario = {
  name: "domains",
  hasOwnKey: true,
  arrange: async () => undefined,
  writer(name, random) {
    const own = new OwnKeys(name, random);
    return () => {
      const idempotencyKey = `${name}-${own.next()}`;
      const count = random.between(1, 3);
      const removes = own.size > most || (own.size > count && random.chance(0.4));
      const chosen = Array.from({ length: count }, () => `${removes ? own.take() : own.add()}.storm.example`);
      return {
        path: `${path}/${removes ? "delete" : "add"}`,
        data: { domains: chosen },
        facts: chosen.map((key) => ({ key, value: removes ? null : "allowed" })),
        // An existing domain is refused: without a key the request could not be repeated.
        idempotencyKey,
      };
    };
  },
  async stored(customer) {
    const { allowedDomains } = await customer.ask<{ allowedDomains: string[] }>(`${path}/get`, {});
    return allowedDomains.map((key) => ({ key, value: "allowed" }));
  },
};

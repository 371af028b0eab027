import { OwnKeys } from "../own-keys.ts";
import type { Scenario } from "../scenario.ts";

/** Organizations created and renamed. */
export const organizations: Scenario = {
  name: "organizations",
  arrange: async () => undefined,
  writer(name, random) {
    const own = new OwnKeys(name, random);
    return () => {
      const isNew = own.size === 0 || random.chance(0.5);
      const organizationId = isNew ? own.add() : own.any();
      const organizationName = `Name ${own.next()}`;
      return {
        path: isNew ? "/v2/organizations/add" : "/v1/organizations/update",
        data: { organizations: [{ organizationId, organizationName }] },
        facts: [{ key: organizationId, value: organizationName }],
        idempotencyKey: `${name}-${own.next()}`,
      };
    };
  },
  async stored(customer) {
    const all = await customer.list<{ organizationId: string; organizationName: string }>("/v2/organizations/get", { pageSize: 1_000 });
    return all
      .filter((item) => item.organizationId.startsWith("organizations-"))
      .map((item) => ({ key: item.organizationId, value: item.organizationName }));
  },
};

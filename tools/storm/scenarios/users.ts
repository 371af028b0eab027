import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";

/** Users of an organization: added, renamed, taken out. */
export const users: Scenario = {
  name: "users",
  arrange: async () => undefined,
  writer(name, random) {
    const own = new OwnKeys(name, random);
    return () => {
      const idempotencyKey = `${name}-${own.next()}`;
      if (own.size > 3 && random.chance(0.2)) {
        const userId = own.take();
        return {
          path: "/v2/users/delete",
          data: { organizationId, userIds: [userId] },
          facts: [{ key: userId, value: null }],
          idempotencyKey,
        };
      }
      const isNew = own.size === 0 || random.chance(0.6);
      const userId = isNew ? own.add() : own.any();
      const userName = `Name ${own.next()}`;
      return {
        path: isNew ? "/v2/users/add" : "/v2/users/update",
        data: { organizationId, users: [{ userId, name: userName }] },
        facts: [{ key: userId, value: userName }],
        ...(isNew && random.chance(0.5) ? {} : { idempotencyKey }),
      };
    };
  },
  async stored(customer) {
    const all = await customer.list<{ userId: string; name: string }>("/v2/users/get", { organizationId, pageSize: 1_000 });
    return all.filter(({ userId }) => userId.startsWith("users-")).map(({ userId, name }) => ({ key: userId, value: name }));
  },
};

import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";

const members = Array.from({ length: 12 }, (_, n) => `member-${n}`);

/** Groups created; members who join, leave, and leave all at once. */
export const groups: Scenario = {
  name: "groups",
  arrange: (customer) => customer.arrange("/v2/users/add", { organizationId, users: members.map((userId) => ({ userId, name: userId })) }),
  writer(name, random) {
    const own = new OwnKeys(name, random);
    const fact = (groupId: string, value: string | null) => (userId: string) => ({ key: `${groupId}/${userId}`, value });
    return () => {
      const idempotencyKey = `${name}-${own.next()}`;
      if (own.size === 0 || random.chance(0.1)) {
        const groupId = own.add();
        const groupName = `Name ${own.next()}`;
        return {
          path: "/v2/organizations/usergroups/add",
          data: { organizationId, organizationUserGroups: [{ groupId, groupName }] },
          facts: [{ key: groupId, value: groupName }],
        };
      }
      const organizationUserGroupId = own.any();
      const userIds = random.shuffled(members).slice(0, random.between(1, 4));
      const data = { organizationId, organizationUserGroupId, userIds };
      if (random.chance(0.5)) {
        const facts = userIds.map(fact(organizationUserGroupId, "in"));
        return { path: "/v2/organizations/usergroups/users/add", data, facts, idempotencyKey };
      }
      const all = random.chance(0.1);
      return {
        path: "/v2/organizations/usergroups/users/delete",
        data: all ? { organizationId, organizationUserGroupId, deleteAll: true } : data,
        facts: (all ? members : userIds).map(fact(organizationUserGroupId, null)),
        idempotencyKey,
      };
    };
  },
  async stored(customer) {
    const path = "/v2/organizations/usergroups/get";
    const all = await customer.list<{ groupId: string; groupName: string }>(path, { organizationId, pageSize: 1_000 });
    const facts = all.map(({ groupId, groupName }) => ({ key: groupId, value: groupName }));
    for (const { groupId } of all) {
      const found = await customer.list<{ userId: string }>("/v2/users/get", { organizationId, organizationUserGroupIds: [groupId] });
      facts.push(...found.map(({ userId }) => ({ key: `${groupId}/${userId}`, value: "in" })));
    }
    return facts;
  },
};

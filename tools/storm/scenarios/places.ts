import { organizationId, type Scenario } from "../scenario.ts";

const documentId = "places-document";
const folderId = "places-folder";
const visited = [{ documentId }, { folderId }] as const;
const people = Array.from({ length: 6 }, (_, n) => n);
const userOf = (writer: string, n: number) => `${writer}-${n}`;
const keyOf = (place: (typeof visited)[number], userId: string) => `${Object.values(place)[0]}/${userId}`;

/** Users who are added to a document and a folder, and removed. */
export const places: Scenario = {
  name: "places",
  async arrange(customer) {
    await customer.arrange("/v2/organizations/folders/add", { organizationId, folders: [{ folderId }] });
    await customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] });
  },
  writer(name, random) {
    const inside = new Set<string>();
    let sent = 0;
    return () => {
      const place = random.pick(visited);
      const chosen = random.shuffled(people.map((n) => userOf(name, n))).slice(0, random.between(1, 3));
      const there = chosen.filter((userId) => inside.has(keyOf(place, userId)));
      const removes = there.length > 0 && random.chance(0.4);
      const userIds = removes ? there : chosen;
      for (const userId of userIds) inside[removes ? "delete" : "add"](keyOf(place, userId));
      sent++;
      return {
        path: removes ? "/v2/users/delete" : "/v2/users/add",
        data: { organizationId, ...place, ...(removes ? { userIds } : { users: userIds.map((userId) => ({ userId, name: userId })) }) },
        facts: userIds.map((userId) => ({ key: keyOf(place, userId), value: removes ? null : "in" })),
        idempotencyKey: `${name}-${sent}`,
      };
    };
  },
  async stored(customer) {
    const found = visited.map(async (place) => {
      const users = await customer.list<{ userId: string }>("/v2/users/get", { organizationId, ...place });
      return users.map(({ userId }) => ({ key: keyOf(place, userId), value: "in" }));
    });
    return (await Promise.all(found)).flat();
  },
};

import { OwnKeys } from "../own-keys.ts";
import type { Random } from "../random.ts";
import { organizationId, type Scenario } from "../scenario.ts";

interface NamedThing {
  /** The field with the list of items in a request, and the field with an item's id. */
  readonly list: string;
  readonly id: string;
  readonly name: string;
  /** The field with the ids to delete, when it is not the plural of `id`. */
  readonly deletedIds?: string;
  /** Their document. */
  readonly documentId?: string;
  /** The path of the operations, without the verb. */
  readonly path: string;
}

const documentsPath = "/v2/organizations/documents";

/** Things of an organization, or of a document, that are added, renamed and deleted. */
export const namedScenarios: readonly Scenario[] = [
  namedThings("documents", { list: "documents", id: "documentId", name: "documentName", path: documentsPath }),
  namedThings("locations", {
    list: "locations",
    id: "id",
    deletedIds: "locationIds",
    name: "locationName",
    path: `${documentsPath}/locations`,
    documentId: "locations",
  }),
  namedThings("users", { list: "users", id: "userId", name: "name", path: "/v2/users" }),
];

function namedThings(name: string, { list, id, name: nameField, deletedIds = `${id}s`, documentId, path }: NamedThing): Scenario {
  const place = { organizationId, ...(documentId !== undefined && { documentId }) };
  return {
    name,
    async arrange(customer) {
      if (documentId !== undefined)
        await customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] });
    },
    writer(writer, random: Random) {
      const own = new OwnKeys(writer, random);
      return () => {
        const idempotencyKey = `${writer}-${own.next()}`;
        if (own.size > 3 && random.chance(0.2)) {
          const key = own.take();
          return { path: `${path}/delete`, data: { ...place, [deletedIds]: [key] }, facts: [{ key, value: null }], idempotencyKey };
        }
        const isNew = own.size === 0 || random.chance(0.6);
        const key = isNew ? own.add() : own.any();
        const value = `Name ${own.next()}`;
        return {
          path: `${path}/${isNew ? "add" : "update"}`,
          data: { ...place, [list]: [{ [id]: key, [nameField]: value }] },
          facts: [{ key, value }],
          // A new item may be sent twice unchanged.
          ...(isNew && random.chance(0.5) ? {} : { idempotencyKey }),
        };
      };
    },
    async stored(customer) {
      const all = await customer.list<Record<string, string>>(`${path}/get`, { ...place, pageSize: 1_000 });
      return all.flatMap((item) => {
        const key = item[id] ?? "";
        return key.startsWith(`${name}-`) ? [{ key, value: item[nameField] ?? "" }] : [];
      });
    },
  };
}

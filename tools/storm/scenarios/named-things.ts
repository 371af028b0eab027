import { OwnKeys } from "../own-keys.ts";
import type { Random } from "../random.ts";
import { organizationId, type Scenario } from "../scenario.ts";

interface NamedThing {
  /** The list and the field of a request that names one. */
  readonly list: string;
  readonly id: string;
  readonly name: string;
  /** The field of those that are to be deleted, where it is not the plural of `id`. */
  readonly deletedIds?: string;
  /** The document that they belong to. */
  readonly documentId?: string;
  /** The path of the operations, without their verb. */
  readonly path: string;
}

/** Things of an organization, or of a document, that are added, renamed and deleted. */
export function namedThings(name: string, { list, id, name: nameField, deletedIds = `${id}s`, documentId, path }: NamedThing): Scenario {
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
          // A new thing may be sent twice as it is.
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

import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";

/** Documents made, renamed and deleted. */
export const documents: Scenario = {
  name: "documents",
  arrange: async () => undefined,
  writer(name, random) {
    const own = new OwnKeys(name, random);
    return () => {
      const idempotencyKey = `${name}-${own.next()}`;
      if (own.size > 3 && random.chance(0.2)) {
        const documentId = own.take();
        return {
          path: "/v2/organizations/documents/delete",
          data: { organizationId, documentIds: [documentId] },
          facts: [{ key: documentId, value: null }],
          idempotencyKey,
        };
      }
      const isNew = own.size === 0 || random.chance(0.6);
      const documentId = isNew ? own.add() : own.any();
      const documentName = `Name ${own.next()}`;
      const kind = isNew ? "add" : "update";
      return {
        path: `/v2/organizations/documents/${kind}`,
        data: { organizationId, documents: [{ documentId, documentName }] },
        facts: [{ key: documentId, value: documentName }],
        // A new document may be sent twice as it is.
        ...(isNew && random.chance(0.5) ? {} : { idempotencyKey }),
      };
    };
  },
  async stored(customer) {
    const path = "/v2/organizations/documents/get";
    const all = await customer.list<{ documentId: string; documentName: string }>(path, { organizationId, pageSize: 1_000 });
    return all
      .filter((item) => item.documentId.startsWith("documents-"))
      .map((item) => ({ key: item.documentId, value: item.documentName }));
  },
};

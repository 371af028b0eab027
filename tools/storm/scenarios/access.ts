import { organizationId, type Scenario } from "../scenario.ts";

const thingsOfAWriter = [0, 1, 2, 3];
const documentOf = (writer: string, n: number) => `${writer}-document-${n}`;
const organizationOf = (writer: string, n: number) => `${writer}-organization-${n}`;

/** Documents and organizations that are disabled and enabled again, several at once. */
export const access: Scenario = {
  name: "access",
  async arrange(customer, writers) {
    const documents = writers.flatMap((writer) => thingsOfAWriter.map((n) => ({ documentId: documentOf(writer, n) })));
    await customer.arrange("/v2/organizations/documents/add", { organizationId, documents });
  },
  writer(name, random) {
    let sent = 0;
    return () => {
      const disabled = random.chance(0.5);
      const chosen = random.shuffled(thingsOfAWriter).slice(0, random.between(1, 3));
      const ofDocuments = random.chance(0.5);
      const ids = chosen.map((n) => (ofDocuments ? documentOf : organizationOf)(name, n));
      sent++;
      return {
        path: ofDocuments ? "/v2/organizations/documents/access/disablestate/update" : "/v1/organizations/access/disablestate/update",
        data: ofDocuments ? { organizationId, documentIds: ids, disabled } : { organizationIds: ids, disabled },
        // Enabled is the default of a place.
        facts: ids.map((key) => ({ key, value: disabled ? "disabled" : null })),
        idempotencyKey: `${name}-${sent}`,
      };
    };
  },
  async stored(customer) {
    const documents = await customer.list<Document>("/v2/organizations/documents/get", { organizationId, pageSize: 1_000 });
    const organizations = await customer.list<Organization>("/v2/organizations/get", { pageSize: 1_000 });
    return [
      ...documents.map(({ documentId, disabled }) => ({ key: documentId, disabled })),
      ...organizations.map((organization) => ({ key: organization.organizationId, disabled: organization.disabled })),
    ].flatMap(({ key, disabled }) => (disabled && key.startsWith("access-") ? [{ key, value: "disabled" }] : []));
  },
};

interface Document {
  readonly documentId: string;
  readonly disabled: boolean;
}

interface Organization {
  readonly organizationId: string;
  readonly disabled: boolean;
}

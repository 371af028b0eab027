import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";

const documentId = "recordings";
const place = { organizationId, documentId };
const user = { userId: "alice", name: "Alice" };

/** Recordings with ids chosen by the customer or by the service; renamed, deleted. */
export const recordings: Scenario = {
  name: "recordings",
  arrange: (customer) => customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] }),
  writer(name, random) {
    const own = new OwnKeys(name, random);
    return () => {
      const idempotencyKey = `${name}-${own.next()}`;
      const recordingName = `name ${own.next()}`;
      const roll = random.next();
      if (roll < 0.3) {
        const made = `made ${name} ${own.next()}`;
        return {
          path: "/v2/recordings/add",
          data: { ...place, recordings: [{ user, name: made }] },
          facts: [{ key: made, value: "recording" }],
          idempotencyKey,
        };
      }
      if (own.size > 3 && roll > 0.8) {
        const recordingId = own.take();
        return {
          path: "/v2/recordings/delete",
          data: { ...place, recordingIds: [recordingId] },
          facts: [{ key: recordingId, value: null }],
          idempotencyKey,
        };
      }
      const isNew = own.size === 0 || roll < 0.6;
      const recordingId = isNew ? own.add() : own.any();
      return {
        path: "/v2/recordings/add",
        data: { ...place, recordings: [{ recordingId, user, name: recordingName }] },
        facts: [{ key: recordingId, value: recordingName }],
        ...(isNew ? {} : { idempotencyKey }),
      };
    };
  },
  async stored(customer) {
    const all = await customer.list<{ recordingId: string; name: string }>("/v2/recordings/get", { ...place, pageSize: 1_000 });
    return all.map(({ recordingId, name }) =>
      name.startsWith("made ") ? { key: name, value: "recording" } : { key: recordingId, value: name },
    );
  },
};

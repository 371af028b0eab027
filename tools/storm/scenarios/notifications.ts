import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";

const documentId = "notifications";
const told = { actionUser: { userId: "alice" }, displayHeadlineMessageTemplate: "{actionUser} calls", notifyUsers: [{ userId: "bob" }] };

/** Notifications with ids chosen by the customer or by the service; deleted. */
export const notifications: Scenario = {
  name: "notifications",
  arrange: (customer) => customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] }),
  writer(name, random) {
    const own = new OwnKeys(name, random);
    return () => {
      const idempotencyKey = `${name}-${own.next()}`;
      const roll = random.next();
      if (own.size > 3 && roll > 0.8) {
        const notificationId = own.take();
        return {
          path: "/v2/notifications/delete",
          data: { organizationId, notificationIds: [notificationId] },
          facts: [{ key: notificationId, value: null }],
          idempotencyKey,
        };
      }
      const made = roll < 0.4;
      const notificationId = made ? undefined : own.add();
      const displayBodyMessage = `${made ? "made" : "text"} ${name} ${own.next()}`;
      return {
        path: "/v1/notifications/add",
        data: { organizationId, documentId, notificationId, displayBodyMessage, ...told },
        facts: [
          notificationId === undefined ? { key: displayBodyMessage, value: "there" } : { key: notificationId, value: displayBodyMessage },
        ],
        ...(made || random.chance(0.5) ? { idempotencyKey } : {}),
      };
    };
  },
  async stored(customer) {
    const path = "/v2/notifications/get";
    const all = await customer.list<{ notificationId: string; displayBodyMessage: string }>(path, {
      organizationId,
      documentId,
      pageSize: 1_000,
    });
    const inbox = await customer.list<{ notificationId: string }>(path, { organizationId, userId: "bob", pageSize: 1_000 });
    const received = new Set(inbox.map(({ notificationId }) => notificationId));
    return all.map(({ notificationId, displayBodyMessage }) => {
      // Stored completely or not at all: a notification that nobody receives counts as missing.
      const value = received.has(notificationId) ? displayBodyMessage : null;
      return displayBodyMessage.startsWith("made ") ? { key: displayBodyMessage, value: value && "there" } : { key: notificationId, value };
    });
  },
};

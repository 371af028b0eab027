import { type Customer, createWorkspace, type Workspace } from "./customer.ts";
import { type Parley, startParley } from "./parley.ts";

/** A customer whose organization acme has alice, bob and carol, and the documents welcome and roadmap. */
export interface NotifyingCustomer {
  readonly parley: Parley;
  readonly workspace: Workspace;
  readonly customer: Customer;
  /** The ids of a user's notifications in acme. */
  readonly inboxOf: (userId: string) => Promise<string[]>;
}

export async function startNotifyingCustomer(): Promise<NotifyingCustomer> {
  const parley = await startParley("all-in-one");
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = workspace;
  const users = ["alice", "bob", "carol"].map((userId) => ({ userId, name: `Name of ${userId}` }));
  await customer.data("/v2/users/add", { organizationId: "acme", users, createOrganization: true });
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "welcome" }, { documentId: "roadmap" }],
  });
  const inboxOf = async (userId: string) => {
    const notifications = await customer.data("/v2/notifications/get", { organizationId: "acme", userId });
    return notifications.map(({ notificationId }: { notificationId: string }) => notificationId);
  };
  return { parley, workspace, customer, inboxOf };
}

/** The operation that adds a notification, and its minimal data besides the recipients. */
export const add = "/v1/notifications/add";
export const least = {
  organizationId: "acme",
  documentId: "welcome",
  actionUser: { userId: "alice" },
  displayHeadlineMessageTemplate: "Hello {recipientUser}",
};

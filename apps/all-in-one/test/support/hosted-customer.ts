import { Customer } from "./customer.ts";
import { type Parley, startParley } from "./parley.ts";
import type { Body } from "./receiver.ts";

/** A customer's server written for the hosted product, with only its base URL and header prefix changed. */
export interface HostedCustomer extends AsyncDisposable {
  readonly parley: Parley;
  /** With the credentials of the workspace. */
  readonly owner: Customer;
  /** With the credentials of the API key. */
  readonly customer: Customer;
  /** The response to the creation of the workspace. */
  readonly workspace: Body;
  readonly apiKey: string;
  readonly authToken: string;
}

/** Parley with another header prefix, and a workspace created and read as the hosted product documents it. */
export async function startHostedCustomer(prefix = "x-other-"): Promise<HostedCustomer> {
  const parley = await startParley("all-in-one", {
    PARLEY_HEADER_PREFIX: prefix,
    PARLEY_WEBHOOK_ALLOW_HTTP: "true",
    PARLEY_EGRESS_ALLOW: "127.0.0.0/8",
  });
  const admin = new Customer(parley.url, { [`${prefix}admin-token`]: parley.adminToken });
  const made = { workspaceName: "Acme", ownerEmail: "a@acme.example", name: "Ann", avatar: "https://a.example/a.png" };
  const workspace = await admin.data("/v2/workspace/create", made);
  const owner = admin.as({ [`${prefix}workspace-id`]: workspace.id, [`${prefix}auth-token`]: workspace.authToken });
  const [apiKey = ""] = Object.keys(workspace.apiKeyList);
  const tokens = await owner.data("/v2/workspace/authtokens/get", { apiKey });
  const authToken = tokens.authTokens[0].token;
  const customer = admin.as({ [`${prefix}api-key`]: tokens.apiKey, [`${prefix}auth-token`]: authToken });
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  await customer.data("/v2/organizations/folders/add", {
    organizationId: "acme",
    folders: [{ folderId: "top" }, { folderId: "below", parentFolderId: "top" }, { folderId: "deep", parentFolderId: "below" }],
  });
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    folderId: "top",
    documents: [{ documentId: "plan", tag: "q3" }],
  });
  return { parley, owner, customer, workspace, apiKey, authToken, [Symbol.asyncDispose]: () => parley.stop() };
}

/** A thread as the hosted product documents it. */
export const thread = {
  status: { id: "REVIEW", name: "In review", type: "ongoing" },
  priority: "P1",
  assignedTo: { userId: "bob", name: "Bob" },
  location: { id: 7, locationName: "Seven" },
  metadata: { mine: true },
  commentData: [
    {
      commentId: "first",
      commentText: "Look, @Bob.",
      commentHtml: "<p>Look, @Bob.</p>",
      from: { userId: "ada", name: "Ada" },
      taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: { userId: "bob", name: "Bob" } }],
      attachments: [{ name: "a.png" }],
      metadata: { n: 1 },
      createdAt: Date.now() - 60_000,
    },
  ],
};

/** The same, with people in an organization, a document and a folder. */
export async function startWithPeople(prefix?: string): Promise<HostedCustomer> {
  const hosted = await startHostedCustomer(prefix);
  const { customer } = hosted;
  await customer.data("/v2/users/add", {
    organizationId: "acme",
    users: [
      { userId: "ada", name: "Ada" },
      { userId: "bob", name: "Bob" },
    ],
  });
  await customer.data("/v2/users/add", { organizationId: "acme", documentId: "plan", users: [{ userId: "ada" }, { userId: "guest" }] });
  await customer.data("/v2/users/add", { organizationId: "acme", folderId: "top", users: [{ userId: "ada" }, { userId: "reader" }] });
  return hosted;
}

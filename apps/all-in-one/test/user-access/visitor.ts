import type { Customer, Workspace } from "../support/customer.ts";

export type AccessRole = "viewer" | "commenter" | "editor";

interface Resource {
  readonly type: "organization" | "folder" | "document";
  readonly id: string;
  readonly organizationId?: string;
  readonly accessRole: AccessRole;
  readonly expiresAt?: number;
}

/** Creates a token for a user by a request of the customer's server. */
export async function userToken(
  { customer }: Workspace,
  userId: string,
  resources: readonly Resource[],
  more: object = {},
): Promise<string> {
  return (await customer.data("/v2/auth/generate_token", { userId, permissions: { resources }, ...more })).token;
}

/** A user's page, whose only credential is the user's token. */
export function visitor(
  { customer }: Pick<Workspace, "customer">,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Customer {
  return customer.as({ authorization: `Bearer ${token}`, ...headers });
}

export const inDocument = (id: string, accessRole: AccessRole, organizationId = "acme"): Resource => ({
  type: "document",
  id,
  organizationId,
  accessRole,
});
export const inFolder = (id: string, accessRole: AccessRole, organizationId = "acme"): Resource => ({
  type: "folder",
  id,
  organizationId,
  accessRole,
});
export const inOrganization = (id: string, accessRole: AccessRole): Resource => ({ type: "organization", id, accessRole });

/**
 * Adds documents to two organizations: `welcome`, `plan` in the folders `outer` and `inner`, and `other` in acme, and `welcome` in globex.
 */
export async function addPlaces({ customer }: Workspace): Promise<void> {
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme" }, { organizationId: "globex" }] });
  const folders = [{ folderId: "outer" }, { folderId: "inner", parentFolderId: "outer" }];
  await customer.data("/v2/organizations/folders/add", { organizationId: "acme", folders });
  const documents = [{ documentId: "welcome" }, { documentId: "plan", folderId: "inner" }, { documentId: "other" }];
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents });
  await customer.data("/v2/organizations/documents/add", { organizationId: "globex", documents: [{ documentId: "welcome" }] });
}

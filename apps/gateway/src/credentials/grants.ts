/** What a user may do in a place, each role including the one before: read, write what is the user's own, and deal with everybody's threads. */
export const accessRoles = ["viewer", "commenter", "editor"] as const;

export type AccessRole = (typeof accessRoles)[number];

export const placeTypes = ["organization", "folder", "document"] as const;

/** A place that a user's token names. */
export interface Grant {
  readonly type: (typeof placeTypes)[number];
  readonly organizationId: string;
  /** Of the organization, the folder or the document. */
  readonly id: string;
  readonly role: AccessRole;
  /** From then on it counts as not there; absent: as long as the token. */
  readonly expiresAtMs?: number;
}

/** Where something is. */
interface Where {
  readonly organizationId: string;
  /** Undefined for the organization as a whole. */
  readonly documentId?: string | undefined;
  /** Those of the document, the innermost first. */
  readonly folderIds?: readonly string[];
}

/** The grants that count now. */
export function lasting(grants: readonly Grant[], nowMs: number): readonly Grant[] {
  return grants.filter(({ expiresAtMs }) => expiresAtMs === undefined || nowMs < expiresAtMs);
}

/** The role that grants give somewhere: by the most specific of them, which may say more or less than wider ones. */
export function roleIn(grants: readonly Grant[], { organizationId, documentId, folderIds = [] }: Where): AccessRole | undefined {
  const among = grants.filter((grant) => grant.organizationId === organizationId);
  const roleOf = (type: Grant["type"], id: string) => among.find((grant) => grant.type === type && grant.id === id)?.role;
  const ofOrganization = roleOf("organization", organizationId);
  if (documentId === undefined) return ofOrganization;
  const ofFolder = folderIds.map((folderId) => roleOf("folder", folderId)).find((role) => role !== undefined);
  return roleOf("document", documentId) ?? ofFolder ?? ofOrganization;
}

export function isEnough(role: AccessRole, needed: AccessRole): boolean {
  return accessRoles.indexOf(role) >= accessRoles.indexOf(needed);
}

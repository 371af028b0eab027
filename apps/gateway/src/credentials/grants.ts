/**
 * The roles of a user in a place. A viewer reads, a commenter also writes and changes own content, and an editor also changes everybody's
 * threads.
 */
export const accessRoles = ["viewer", "commenter", "editor"] as const;

export type AccessRole = (typeof accessRoles)[number];

export const placeTypes = ["organization", "folder", "document"] as const;

/** A place that a user's token names. */
export interface Grant {
  readonly type: (typeof placeTypes)[number];
  readonly organizationId: string;
  /** The id of the organization, the folder or the document. */
  readonly id: string;
  readonly role: AccessRole;
  /** The grant ends at this time; absent for a grant that lasts as long as the token. */
  readonly expiresAtMs?: number;
}

/** A place for which a role is looked up. */
interface Where {
  readonly organizationId: string;
  /** Undefined for the organization as a whole. */
  readonly documentId?: string | undefined;
  /** The folders that contain the document, innermost first. */
  readonly folderIds?: readonly string[];
}

/** The grants that have not expired. */
export function lasting(grants: readonly Grant[], nowMs: number): readonly Grant[] {
  return grants.filter(({ expiresAtMs }) => expiresAtMs === undefined || nowMs < expiresAtMs);
}

/** The role that the grants give in a place. The most specific grant decides, even if a wider one gives a higher role. */
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

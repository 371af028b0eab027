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

/** What a user's token grants. */
interface Granted {
  readonly grants: readonly Grant[];
  /** When the token was made. */
  readonly issuedAtMs: number;
}

interface Place {
  /** Undefined for a place that does not exist. */
  readonly createdAtMs: number | undefined;
}

/** A place for which a role is looked up. */
interface Where {
  readonly organizationId: string;
  readonly organization: Place | undefined;
  /** Undefined for the organization as a whole. */
  readonly documentId?: string | undefined;
  readonly document?: (Place & { readonly folders: readonly (Place & { readonly folderId: string })[] }) | undefined;
}

/** The grants in an organization that have not expired. */
export function lasting({ grants, issuedAtMs }: Granted, organizationId: string, nowMs: number): Granted {
  const isLasting = (grant: Grant) =>
    grant.organizationId === organizationId && (grant.expiresAtMs === undefined || nowMs < grant.expiresAtMs);
  return { grants: grants.filter(isLasting), issuedAtMs };
}

/**
 * Whether a place was created after the token was made. Such a place is not the one that the token names, which was deleted, but another
 * one of the same id: customers use ids again. Both times are in ms, so a place of the same ms counts as the older one. `useUserAccess` dates
 * tokens so that clocks that differ do no harm.
 */
export function isNewer(place: Place | undefined, { issuedAtMs }: Granted): boolean {
  return place?.createdAtMs !== undefined && place.createdAtMs > issuedAtMs;
}

/** The role that the grants give in a place. The most specific grant decides, even if a wider one gives a higher role. */
export function roleIn(granted: Granted, { organizationId, organization, documentId, document }: Where): AccessRole | undefined {
  // Everything in an organization went with it.
  if (isNewer(organization, granted)) return undefined;
  const roleOf = (type: Grant["type"], id: string, place: Place | undefined) =>
    isNewer(place, granted)
      ? undefined
      : granted.grants.find((grant) => grant.organizationId === organizationId && grant.type === type && grant.id === id)?.role;
  const ofOrganization = roleOf("organization", organizationId, organization);
  if (documentId === undefined) return ofOrganization;
  const folders = document?.folders ?? [];
  const ofFolder = folders.map((folder) => roleOf("folder", folder.folderId, folder)).find((role) => role !== undefined);
  return roleOf("document", documentId, document) ?? ofFolder ?? ofOrganization;
}

export function isEnough(role: AccessRole, needed: AccessRole): boolean {
  return accessRoles.indexOf(role) >= accessRoles.indexOf(needed);
}

import { Failure, shortened } from "@parley/kernel";

/** Each role includes the one before: read, change the content of API keys, change access and outgoing data. */
export const roles = ["read", "act", "administrate"] as const;

export type Role = (typeof roles)[number];

/** The request field that names organizations: one id, a list of ids, or a list of objects with ids. */
export type OrganizationField = "organizationId" | "organizationIds" | "organizations";

/** The most that a caller may do. */
export interface Rights {
  /** The kind of credential, as messages name it. */
  readonly bearer: "token" | "session" | "link";
  readonly role: Role;
  /** Undefined for all. */
  readonly resources: ReadonlySet<string> | undefined;
  /** Undefined for all organizations, and for what belongs to none. */
  readonly organizationIds: ReadonlySet<string> | undefined;
}

/** The rights that an operation needs, by its declaration. */
export interface Needs {
  readonly role: Role;
  /** Undefined for the message of an agent, whose calls are checked as operations of their own. */
  readonly resource?: string;
  /** The field that names organizations; `none` for an operation without one. Undefined for the message of an agent. */
  readonly organizations?: OrganizationField | "none";
}

/** The rights of a bearer that only its role limits. */
export function everywhere(bearer: Rights["bearer"], role: Role): Rights {
  return { bearer, role, resources: undefined, organizationIds: undefined };
}

export function isHigher(role: Role, than: Role): boolean {
  return roles.indexOf(role) > roles.indexOf(than);
}

/** Fails with PERMISSION_DENIED, naming the missing right, if the headers of the request already show that a right is missing. */
export function requireRights({ role, resource, organizations }: Needs, { bearer, ...held }: Rights): void {
  if (isHigher(role, held.role)) throw denied("role", `This needs the role ${role}; the ${bearer} has ${held.role}.`);
  if (resource !== undefined && held.resources !== undefined && !held.resources.has(resource)) {
    throw denied("resources", `This needs the resource ${resource}; the ${bearer} has ${[...held.resources].join(", ")}.`);
  }
  if (organizations === "none" && held.organizationIds !== undefined)
    throw denied("organizationIds", `The ${bearer} is bound to organizations, and this operation is not limited to any.`);
}

/** Fails with PERMISSION_DENIED, naming the missing right, unless the bearer may act for every organization that the request names. */
export function requireOrganizations({ organizations }: Needs, { bearer, organizationIds }: Rights, data: Record<string, unknown>): void {
  if (organizationIds === undefined || organizations === undefined || organizations === "none") return;
  const named = data[organizations];
  // An empty list names no organization, and to some operations it means all of them.
  if (named === undefined || named === null || (Array.isArray(named) && named.length === 0))
    throw denied(organizations, `The ${bearer} is bound to organizations: ${organizations} must name at least one of them.`);
  for (const each of Array.isArray(named) ? named : [named]) {
    const id = String(typeof each === "object" && each !== null ? (each as Record<string, unknown>).organizationId : each);
    if (!organizationIds.has(id)) throw denied(organizations, `The ${bearer} is not for the organization ${shortened(id)}.`);
  }
}

function denied(field: string, message: string): Failure {
  return new Failure("permission_denied", message, { violations: [{ field, message }] });
}

import { Failure, shortened } from "@parley/kernel";

/** What may be done, each role including the one before: see, change what the API keys hold, or change what grants access and what leaves. */
export const roles = ["read", "act", "administrate"] as const;

export type Role = (typeof roles)[number];

/** The field in which a request names its organizations: one by its id, several by theirs, or objects with theirs. */
export type OrganizationField = "organizationId" | "organizationIds" | "organizations";

/** What somebody may do at most. */
export interface Rights {
  /** What was presented, as messages call it. */
  readonly bearer: "token" | "session" | "link";
  readonly role: Role;
  /** Undefined for all. */
  readonly resources: ReadonlySet<string> | undefined;
  /** Undefined for all, and for what belongs to none. */
  readonly organizationIds: ReadonlySet<string> | undefined;
}

/** What an operation needs, by its declaration. */
export interface Needs {
  readonly role: Role;
  /** Undefined where each call within is an operation of its own. */
  readonly resource?: string;
  /** Where a request names its organizations; `none` where it names none. Undefined as above. */
  readonly organizations?: OrganizationField | "none";
}

/** The rights of a bearer that nothing but its role limits. */
export function everywhere(bearer: Rights["bearer"], role: Role): Rights {
  return { bearer, role, resources: undefined, organizationIds: undefined };
}

export function isHigher(role: Role, than: Role): boolean {
  return roles.indexOf(role) > roles.indexOf(than);
}

/** Fails with PERMISSION_DENIED, naming what is missing, for what shows without the body of a request. */
export function requireRights({ role, resource, organizations }: Needs, { bearer, ...held }: Rights): void {
  if (isHigher(role, held.role)) throw denied("role", `This needs the role ${role}; the ${bearer} has ${held.role}.`);
  if (resource !== undefined && held.resources !== undefined && !held.resources.has(resource)) {
    throw denied("resources", `This needs the resource ${resource}; the ${bearer} has ${[...held.resources].join(", ")}.`);
  }
  if (organizations === "none" && held.organizationIds !== undefined)
    throw denied("organizationIds", `The ${bearer} is bound to organizations, and this operation is not about single ones.`);
}

/** Fails with PERMISSION_DENIED, naming what is missing, unless each organization that the request names is among the bearer's. */
export function requireOrganizations({ organizations }: Needs, { bearer, organizationIds }: Rights, data: Record<string, unknown>): void {
  if (organizationIds === undefined || organizations === undefined || organizations === "none") return;
  const named = data[organizations];
  if (named === undefined || named === null)
    throw denied(organizations, `The ${bearer} is bound to organizations: ${organizations} has to name some of them.`);
  for (const each of Array.isArray(named) ? named : [named]) {
    const id = String(typeof each === "object" && each !== null ? (each as Record<string, unknown>).organizationId : each);
    if (!organizationIds.has(id)) throw denied(organizations, `The ${bearer} is not for the organization ${shortened(id)}.`);
  }
}

function denied(field: string, message: string): Failure {
  return new Failure("permission_denied", message, { violations: [{ field, message }] });
}

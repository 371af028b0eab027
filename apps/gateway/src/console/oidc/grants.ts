import { type Role, roles } from "../../credentials/rights.ts";

/** People with this value in the claim have this role in this workspace. */
export interface Grant {
  readonly value: string;
  readonly workspaceId: string;
  readonly role: Role;
}

interface Access {
  readonly workspaceId: string;
  readonly role: Role;
}

const mostCharacters = 200;

type Claims = Readonly<Record<string, unknown>>;

/** Parses `value=workspace:role`, comma-separated. Fails with a `RangeError` that names the invalid part. */
export function parseGrants(line: string): readonly Grant[] {
  const parts = line.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "").map(parseGrant);
}

function parseGrant(part: string): Grant {
  const { value, workspaceId, name } = /^(?<value>.+)=(?<workspaceId>[^=:]+):(?<name>[a-z]+)$/.exec(part)?.groups ?? {};
  const role = roles.find((each) => each === name);
  if (value !== undefined && workspaceId !== undefined && role !== undefined) return { value, workspaceId, role };
  throw new RangeError(`holds ${JSON.stringify(part.slice(0, 100))}, which is not value=workspace:role with a role of ${roles.join(", ")}`);
}

/**
 * A person's access according to the claims of the identity provider. It covers one workspace: the requested one, or else that of the first
 * matching grant. The role is the highest that the grants of this workspace give. Undefined when no grant matches.
 */
export function accessOf(grants: readonly Grant[], held: readonly string[], wanted?: string): Access | undefined {
  const fitting = grants.filter(({ value, workspaceId }) => held.includes(value) && (wanted === undefined || workspaceId === wanted));
  const [first] = fitting;
  if (first === undefined) return undefined;
  const own = fitting.filter(({ workspaceId }) => workspaceId === first.workspaceId).map(({ role }) => role);
  const role = roles.findLast((each) => own.includes(each)) ?? first.role;
  return { workspaceId: first.workspaceId, role };
}

/** The values of a claim. An e-mail address counts only when the identity provider says that it is verified. */
export function valuesOf(claims: Claims, claim: string): readonly string[] {
  if (claim === "email" && claims.email_verified !== true) return [];
  const value = claims[claim];
  return (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === "string");
}

/**
 * The person's name in a list of sessions: the e-mail address that the identity provider has verified. Other names may be chosen by people
 * themselves, so each has a prefix that no address begins with.
 */
export function personOf({ email, email_verified: isVerified, preferred_username: username, name, sub }: Claims): string {
  const chosen = [username, name].find(isSomeText);
  const other = chosen === undefined ? `subject ${String(sub)}` : `unverified: ${chosen}`;
  return (isVerified === true && isSomeText(email) ? email : other).slice(0, mostCharacters);
}

function isSomeText(claim: unknown): claim is string {
  return typeof claim === "string" && claim !== "";
}

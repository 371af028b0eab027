import { type AuthToken, ConsoleRole } from "@parley/contracts/workspace";
import * as z from "zod";
import { type Role, roles } from "../../credentials/rights.ts";
import { id, timestampMs } from "../fields.ts";
import { type ApiKeyResource, apiKeyResources } from "../resources.ts";
import { texts } from "../texts.ts";

const roleText = "The role: `read` sees, `act` also changes content, `administrate` may do everything.";

/** The role that a request gives to a token. */
export const tokenRole = () => z.enum(roles).meta({ description: roleText });

/** The organizations that a request binds a token to. */
export const tokenOrganizations = () =>
  z.array(id()).min(1).max(100).meta({ description: "The token may use only operations that name these organizations; all if absent." });

/** The resources that a request binds a token to. */
export const tokenResources = () =>
  z.array(z.enum(apiKeyResources)).min(1).meta({ description: "The token may use only operations of these resources; all if absent." });

/** An auth token in a response, in plain text or masked. */
export const storedAuthToken = z.object({
  tokenId: z.string().meta({ description: "Identifies the token when it is changed, rotated or revoked; not a secret." }),
  token: z.string().meta({ description: "The secret token." }),
  name: z.string().meta(texts.displayName),
  role: z.enum(roles).meta({ description: roleText }),
  organizationIds: z.array(z.string()).nullable().meta({ description: "The organizations that the token is bound to; null for all." }),
  resources: z.array(z.string()).nullable().meta({ description: "The resources that the token is bound to; null for all." }),
  createdAt: timestampMs().meta(texts.createdAt),
  expiresAt: timestampMs().nullable().meta({ description: "When it expires, in milliseconds since the epoch; null if it does not." }),
  lastUsedAt: timestampMs()
    .nullable()
    .meta({ description: "When it was last used, to within about a minute; null if no use has been recorded." }),
  replacedBy: z.string().nullable().meta({ description: "The `tokenId` of the token that replaced it in a rotation." }),
});

/** Unlimited rights, for the examples. */
export const exampleRights = { role: "administrate", organizationIds: null, resources: null } as const;

const messageRoles = {
  read: ConsoleRole.READ,
  act: ConsoleRole.ACT,
  administrate: ConsoleRole.ADMINISTRATE,
} as const satisfies Record<Role, ConsoleRole>;

/** A role in a message; unspecified for none. */
export function toRole(role: Role | undefined): ConsoleRole {
  return role === undefined ? ConsoleRole.UNSPECIFIED : messageRoles[role];
}

export function fromRole(role: ConsoleRole | undefined): Role {
  const known = roles.find((name) => messageRoles[name] === role);
  if (known === undefined) throw new Error(`The workspace service returned the unknown role ${role}.`);
  return known;
}

interface AskedRights {
  readonly role?: Role | undefined;
  readonly organizationIds?: readonly string[] | undefined;
  readonly resources?: readonly ApiKeyResource[] | undefined;
}

export function toRights({ role, organizationIds = [], resources = [] }: AskedRights) {
  return { role: toRole(role), organizationIds: [...organizationIds], resources: [...resources] };
}

export function fromAuthToken(found: AuthToken): z.output<typeof storedAuthToken> {
  const { tokenId, token, name, rights, createdAtMs, expiresAtMs, lastUsedAtMs, replacedBy } = found;
  return {
    tokenId,
    token,
    name,
    role: fromRole(rights?.role),
    organizationIds: listed(rights?.organizationIds),
    resources: listed(rights?.resources),
    createdAt: Number(createdAtMs),
    expiresAt: expiresAtMs === undefined ? null : Number(expiresAtMs),
    lastUsedAt: lastUsedAtMs === undefined ? null : Number(lastUsedAtMs),
    replacedBy: replacedBy === "" ? null : replacedBy,
  };
}

function listed(names: readonly string[] = []): string[] | null {
  return names.length === 0 ? null : [...names];
}

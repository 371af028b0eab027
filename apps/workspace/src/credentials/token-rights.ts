import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ConsoleRole, TokenRights, TokenRightsSchema } from "@parley/contracts/workspace";
import { failedPrecondition } from "@parley/kernel";
import { isHigher, roleMessage, storedRole } from "./token-role.ts";

/** The highest rights of an API key's token. */
export interface StoredRights {
  readonly tokenRole: string;
  /** Null for all. */
  readonly organizationIds: readonly string[] | null;
  readonly resources: readonly string[] | null;
}

/** The rights of a token without restrictions. */
export const allRights: StoredRights = { tokenRole: "administrate", organizationIds: null, resources: null };

export function rightsMessage({ tokenRole, organizationIds, resources }: StoredRights): MessageInitShape<typeof TokenRightsSchema> {
  return { role: roleMessage(tokenRole), organizationIds: [...(organizationIds ?? [])], resources: [...(resources ?? [])] };
}

/** The rights that a request names; all rights if it names none. */
export function storedRights(rights: TokenRights | undefined): StoredRights {
  if (rights === undefined) return allRights;
  const tokenRole = storedRole(rights.role) ?? allRights.tokenRole;
  return { tokenRole, organizationIds: listed(rights.organizationIds), resources: listed(rights.resources) };
}

/** New rights of a token; unspecified or empty fields stay unchanged. */
interface ChangedRights {
  readonly role: ConsoleRole;
  readonly organizationIds: readonly string[];
  readonly resources: readonly string[];
}

/**
 * The rights after a change. Fails with `failed_precondition` when the token would gain rights: its holders were not given them, and it may
 * have leaked.
 */
export function narrowed(rights: StoredRights, changed: ChangedRights): StoredRights {
  const tokenRole = lowered(rights.tokenRole, changed.role);
  const organizationIds = within("organizationIds", rights.organizationIds, changed.organizationIds);
  const resources = within("resources", rights.resources, changed.resources);
  return { tokenRole, organizationIds, resources };
}

/** The role after a change; fails like `narrowed`. */
export function lowered(role: string, changed: ConsoleRole): string {
  const wanted = storedRole(changed) ?? role;
  if (isHigher(wanted, role)) throw wouldGain(`the role ${wanted}; it has ${role}`);
  return wanted;
}

function within(field: string, held: readonly string[] | null, wanted: readonly string[]): readonly string[] | null {
  if (wanted.length === 0) return held;
  const strange = held === null ? undefined : wanted.find((each) => !held.includes(each));
  if (strange !== undefined) throw wouldGain(`${strange}, which is not among its ${field}`);
  return [...new Set(wanted)];
}

function wouldGain(what: string) {
  return failedPrecondition(`A token never gains rights, and this one would gain ${what}. Create another one.`, "rights_only_fall");
}

function listed(names: readonly string[]): readonly string[] | null {
  return names.length === 0 ? null : [...new Set(names)];
}

/** The name of the token that is made with a key, and of the one with which its tokens are reset. */
export const firstTokenName = "First token";

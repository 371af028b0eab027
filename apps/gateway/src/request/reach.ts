import type { Client } from "@connectrpc/connect";
import type { UsersService } from "@parley/contracts/users";
import { accessDisabledMessage, missingMessage } from "@parley/document-access";
import { Failure, shortened } from "@parley/kernel";
import type { Credential } from "../credentials/credential.ts";
import { type AccessRole, type Grant, isEnough, lasting, roleIn } from "../credentials/grants.ts";
import type { Operation, TokenRequest } from "../operations/operation.ts";
import type { Reach } from "../operations/reach.ts";
import type { Places } from "../operations/stream-shape.ts";

/** What the request handler needs to serve users in browsers. */
export interface Door {
  /** Tells which documents are open to users. */
  readonly places: Places;
  /** Tells which people are users of a document. */
  readonly users: Pick<Client<typeof UsersService>, "resolveUsers">;
  /** Creates a user's token and returns it in the form of the response. */
  readonly issue: (token: TokenRequest) => Promise<object>;
}

/** The rights that a user's token must have for an operation. */
export function reachOf({ reach, path }: Operation): Reach {
  if (reach === undefined) throw new Error(`${path} does not declare where users may call it.`);
  return reach;
}

interface Named {
  readonly organizationId: string;
  readonly documentId?: string | undefined;
  readonly documentIds?: readonly string[] | undefined;
}

/**
 * Fails with PERMISSION_DENIED and the field unless the user's token grants a sufficient role in each place of the request. The failure
 * does not reveal whether the place exists.
 */
export async function requireReach(reach: Reach, { apiKeyId, grants }: Credential<"user">, data: object, places: Places): Promise<void> {
  const { organizationId, documentId, documentIds = [] } = data as Named;
  const held = lasting(grants, Date.now()).filter((grant) => grant.organizationId === organizationId);
  if (held.length === 0) throw denied("organizationId", `The token is not for the organization ${shortened(organizationId)}.`);
  if (reach.within === "organization") return requireOpen(reach, { apiKeyId, organizationId }, [], places);
  const named = [...(documentId === undefined ? [] : [{ id: documentId, field: "documentId" }]), ...documentIds.map(nthDocument)];
  if (named.length === 0 && reach.within === "documents") {
    requireRole(reach, data, roleIn(held, { organizationId }), {
      field: "organizationId",
      message: `The token is not for all of the organization ${shortened(organizationId)}: documentId is required.`,
    });
  }
  const ids = named.map(({ id }) => id);
  const foldersOf = hasFolder(held) ? await places.foldersOf({ apiKeyId, organizationId }, ids) : undefined;
  for (const { id, field } of named) {
    const role = roleIn(held, { organizationId, documentId: id, folderIds: foldersOf?.get(id) ?? [] });
    requireRole(reach, data, role, { field, message: `The token is not for the document ${shortened(id)}.` });
  }
  return requireOpen(reach, { apiKeyId, organizationId }, named, places);
}

async function requireOpen(
  { asks }: Reach,
  organization: { readonly apiKeyId: string; readonly organizationId: string },
  named: readonly { readonly id: string; readonly field: string }[],
  places: Places,
): Promise<void> {
  if (asks === undefined) return;
  // The empty id stands for the organization itself.
  const asked = named.length === 0 ? [{ id: "", field: "organizationId" }] : named;
  const states = await places.statesOf(
    organization,
    asked.map(({ id }) => id),
  );
  for (const { id, field } of asked) {
    const place = { organizationId: organization.organizationId, documentId: id };
    if (states.get(id) === "disabled") throw denied(field, accessDisabledMessage(place), "access_disabled");
    if (states.get(id) === undefined && asks === "open") throw missing(field, missingMessage(place));
  }
}

function nthDocument(id: string, index: number) {
  return { id, field: `documentIds[${index}]` };
}

function hasFolder(grants: readonly Grant[]): boolean {
  return grants.some(({ type }) => type === "folder");
}

function requireRole(
  { role: needed, editorsOnly }: Reach,
  data: object,
  role: AccessRole | undefined,
  outside: { readonly field: string; readonly message: string },
): void {
  if (role === undefined) throw denied(outside.field, outside.message);
  if (!isEnough(role, needed)) throw denied("role", `This needs the role ${needed}; the token has ${role} there.`);
  const field = role === "editor" ? undefined : editorsOnly?.(data);
  if (field !== undefined) throw denied(field, `${field} needs the role editor; the token has ${role} there.`);
}

// The failure names the field, so that a client that follows several documents knows which of them does not exist.
function missing(field: string, message: string): Failure {
  return new Failure("not_found", message, { violations: [{ field, message }], reason: "not_found" });
}

function denied(field: string, message: string, reason?: string): Failure {
  return new Failure("permission_denied", message, { violations: [{ field, message }], ...(reason === undefined ? {} : { reason }) });
}

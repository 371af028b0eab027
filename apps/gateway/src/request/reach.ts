import type { Client } from "@connectrpc/connect";
import type { InboxService } from "@parley/contracts/notifications";
import type { UsersService } from "@parley/contracts/users";
import { accessDisabledMessage, type FoundPlace, missingMessage } from "@parley/document-access";
import { Failure, shortened } from "@parley/kernel";
import type { Credential } from "../credentials/credential.ts";
import { type AccessRole, isEnough, isNewer, lasting, roleIn } from "../credentials/grants.ts";
import type { Operation, TokenRequest } from "../operations/operation.ts";
import type { Reach } from "../operations/reach.ts";
import type { Places } from "../operations/stream-shape.ts";

/** What the request handler needs to serve users in browsers. */
export interface UserParts {
  /** Tells which documents are open to users. */
  readonly places: Places;
  /** Tells which people are users of a document. */
  readonly users: Pick<Client<typeof UsersService>, "resolveUsers">;
  /** Tells which documents a user's notifications belong to. */
  readonly inbox: Pick<Client<typeof InboxService>, "findInboxDocuments">;
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
 * Fails with PERMISSION_DENIED and the field unless the user's token grants a sufficient role in each place of the request, and the user may
 * enter its documents. The failure does not reveal whether the place exists.
 */
export async function requireReach(reach: Reach, credential: Credential<"user">, data: object, places: Places): Promise<void> {
  const { organizationId, documentId, documentIds = [] } = data as Named;
  const granted = lasting(credential, organizationId, Date.now());
  const strange = () => denied("organizationId", `The token is not for the organization ${shortened(organizationId)}.`);
  if (granted.grants.length === 0) throw strange();
  const named = [...(documentId === undefined ? [] : [{ id: documentId, field: "documentId" }]), ...documentIds.map(nthDocument)];
  const { apiKeyId, userId } = credential;
  const found = await places.placesOf({ apiKeyId, organizationId }, ["", ...named.map(({ id }) => id)]);
  const organization = found.get("");
  if (isNewer(organization, granted)) throw strange();
  if (named.length === 0 && reach.within === "documents") {
    requireRole(reach, data, roleIn(granted, { organizationId, organization }), {
      field: "organizationId",
      message: `The token is not for all of the organization ${shortened(organizationId)}: documentId is required.`,
    });
  }
  for (const { id, field } of named) {
    const role = roleIn(granted, { organizationId, organization, documentId: id, document: found.get(id) });
    requireRole(reach, data, role, { field, message: `The token is not for the document ${shortened(id)}.` });
  }
  // Who may enter is asked of documents that exist; what a request does about missing ones is the operation's.
  const existing = named.filter(({ id }) => found.get(id) !== undefined);
  const entered =
    existing.length === 0
      ? undefined
      : await places.enterable(
          { apiKeyId, organizationId, userId },
          existing.map(({ id }) => id),
        );
  const closed = existing.filter(({ id }) => !entered?.has(id));
  // What is cached of a document may be older than what is cached of its users, who leave it when it is deleted.
  const ids = ["", ...closed.map(({ id }) => id)];
  const current = closed.length === 0 ? new Map() : await places.currentPlacesOf({ apiKeyId, organizationId }, ids);
  const refused = closed.find(({ id }) => current.get(id) !== undefined);
  if (refused !== undefined) throw denied(refused.field, `The user may not enter the document ${shortened(refused.id)}.`);
  requireOpen(reach, organizationId, named, new Map([...found, ...current]));
}

function requireOpen(
  { asks }: Reach,
  organizationId: string,
  named: readonly { readonly id: string; readonly field: string }[],
  found: ReadonlyMap<string, FoundPlace | undefined>,
): void {
  if (asks === undefined) return;
  const asked = named.length === 0 ? [{ id: "", field: "organizationId" }] : named;
  for (const { id, field } of asked) {
    const place = { organizationId, documentId: id };
    const state = found.get(id)?.state;
    if (state === "disabled") throw denied(field, accessDisabledMessage(place), "access_disabled");
    if (state === undefined && asks === "open") throw missing(field, missingMessage(place));
  }
}

function nthDocument(id: string, index: number) {
  return { id, field: `documentIds[${index}]` };
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

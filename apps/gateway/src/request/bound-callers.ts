import type { Client } from "@connectrpc/connect";
import type { UsersService } from "@parley/contracts/users";
import { questionTimeMs, shortened } from "@parley/kernel";
import type { Credential } from "../credentials/credential.ts";
import { requireOrganizations } from "../credentials/rights.ts";
import type { Operation } from "../operations/operation.ts";
import type { NamedPerson, Reach } from "../operations/reach.ts";
import { refusalOf } from "./envelope.ts";
import type { AdmittedRequest } from "./exchange.ts";
import { reachOf, requireReach, type UserParts } from "./reach.ts";
import type { recordDenied } from "./recorded-acts.ts";

// The maximum of one call.
const mostPeople = 1_000;

interface Bounds {
  readonly users: UserParts;
  /** Called when a request names organizations that its caller may not act for. */
  readonly onDenied: ReturnType<typeof recordDenied>;
}

/** Fails unless the caller may act for all organizations or places that the request names. */
export async function requireWithinBounds(
  operation: Operation,
  request: AdmittedRequest,
  data: Record<string, unknown>,
  { users, onDenied }: Bounds,
): Promise<void> {
  const { credential } = request;
  if (credential.level === "user") {
    await requireReach(reachOf(operation), credential, data, users.places);
    await requireKnownPeople(reachOf(operation), credential, data, users.users);
    return;
  }
  if (credential.level !== "apiKey") return;
  if (data.verifyUserPermissions === true && operation.verifies !== undefined) {
    await requireKnown(operation.verifies(data), credential.apiKeyId, data, users.users);
  }
  try {
    requireOrganizations(operation, credential.rights, data);
  } catch (error) {
    await onDenied(operation, credential, request, data);
    throw error;
  }
}

/**
 * Fails with INVALID_ARGUMENT, naming the fields, unless everyone whom a user's request names is a user of its document: of the document
 * itself, of a folder that contains it, or of the organization. Otherwise a page could cause e-mails to users of another organization and
 * read their names. The failure is the same whether or not such a user exists.
 */
async function requireKnownPeople(
  { people }: Reach,
  { apiKeyId, userId }: Credential<"user">,
  data: object,
  users: Pick<Client<typeof UsersService>, "resolveUsers">,
): Promise<void> {
  if (people === undefined) return;
  await requireKnown(
    [...people(data)].filter((person) => person.userId !== userId),
    apiKeyId,
    data,
    users,
  );
}

async function requireKnown(
  people: Iterable<NamedPerson>,
  apiKeyId: string,
  data: object,
  users: Pick<Client<typeof UsersService>, "resolveUsers">,
): Promise<void> {
  const named = [...people];
  const userIds = [...new Set(named.map((person) => person.userId))];
  if (userIds.length === 0) return;
  if (userIds.length > mostPeople)
    throw refusalOf([{ field: named[mostPeople]?.field ?? "", message: `A request may name at most ${mostPeople} people.` }]);
  const { organizationId, documentId } = data as { readonly organizationId: string; readonly documentId: string };
  const answer = await users.resolveUsers(
    { apiKeyId, organizationId, documentIds: [documentId], userIds },
    { timeoutMs: questionTimeMs() },
  );
  const known = new Set(answer.users.filter(({ documentIds }) => documentIds.includes(documentId)).map((user) => user.userId));
  const strangers = named.filter((person) => !known.has(person.userId));
  if (strangers.length === 0) return;
  throw refusalOf(
    strangers.map((person) => ({
      field: person.field,
      message: `${person.field}: ${shortened(person.userId)} is not a user of the document.`,
    })),
  );
}

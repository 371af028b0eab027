import { UsersService } from "@parley/contracts/users";
import { longestUserTokenMs } from "@parley/kernel";
import * as z from "zod";
import { accessRoles, type Grant, placeTypes } from "../../credentials/grants.ts";
import { exampleTime } from "../directory/directory-fields.ts";
import { id, mailbox, name, timestampMs, withMetadata } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

const longestSeconds = longestUserTokenMs / 1_000;
const defaultSeconds = 3_600;
const mostResources = 100;

const resource = z
  .strictObject({
    type: z.enum(placeTypes).meta({ description: "What kind of place it is." }),
    id: id().meta({ description: "Id of the organization, the folder or the document." }),
    organizationId: id().optional().meta({
      description: "The organization of a folder or a document. It may be absent if all resources belong to one organization.",
    }),
    accessRole: z.enum(accessRoles).optional().meta({
      description:
        "By default the role with which the user was added (`/v2/users/add`) to the place, else to the nearest folder above a document, else to the organization; a commenter if there is none. A viewer reads. A commenter also adds threads, comments and reactions, and changes and deletes the user's own. An editor also sets status, priority and assignee.",
    }),
    expiresAt: timestampMs().optional().meta({
      description:
        "When the entry expires. Without it, the entry lasts as long as the token. Then a wider entry counts in its place: a document that a viewer's entry restricts until noon within an editor's organization is open to the editor after noon. To restrict for good, set no `expiresAt`.",
    }),
  })
  .meta({ title: "UserTokenResource" });

type Resource = z.output<typeof resource>;

const permissions = z
  .strictObject({
    resources: z
      .array(resource)
      .min(1)
      .max(mostResources)
      .superRefine((resources, context) => {
        for (const [index, { field, message }] of problemsOf(resources))
          context.addIssue({ code: "custom", path: [index, field], message });
      })
      .meta({ description: "The places where the user may act; each may occur once." }),
  })
  .meta({ description: "What the user may do in which places." });

const userProperties = withMetadata(
  {
    name: name().optional().meta(texts.displayName),
    email: mailbox().optional().meta({
      description:
        "E-mail address, stored without white space around it; empty for none. A user with one that no mail server takes, or with a part in quotes, is refused, and the message names the field.",
    }),
    isAdmin: z.boolean().optional().meta({ description: "A custom key that grants nothing." }),
  },
  ["userId", "accessRole"],
).meta({
  title: "UserProperties",
  description: "The profile to store, as by `/v2/users/add`. It may have custom keys; `isAdmin` is one of them and grants nothing.",
});

export const generateUserToken = operation({
  path: "/v2/auth/generate_token",
  sdk: "userTokens.generate",
  auth: "apiKey",
  role: "act",
  showsSecret: true,
  summary: "Generate a token for a user's browser.",
  description: described(
    "Your server calls this after it has signed the user in, and gives the token to the user's page. With the token the page calls `/v2/me/…`: it reads and writes as this user, in the places that `resources` names.",
    "In a document the role of the most specific entry counts: the document's, then that of the nearest folder above it, then the organization's. It may be higher or lower than the role of a wider entry.",
    "The user is stored and added to each of these places, as by `/v2/users/add`. If a place does not exist, the request fails with NOT_FOUND.",
    "The token is for these places as they are now: a place that is deleted and added again with the same id needs a new token.",
    "The token ends after `expiresInSeconds`. It ends earlier, within five seconds, after `/v2/auth/revoke_tokens`, when the API key, the organization or the document is disabled or deleted, and when the user is erased.",
    "The token contains the user's id, and no name or address. It has at most 7,000 characters, because it is sent in a header.",
  ),
  rpc: UsersService.method.addUserToPlaces,
  request: z.strictObject({
    userId: id().meta(texts.userId),
    userProperties: userProperties.optional(),
    permissions,
    expiresInSeconds: z
      .number()
      .int()
      .min(1)
      .max(longestSeconds)
      .optional()
      .meta({ description: `How long the token is valid; ${defaultSeconds} by default.` }),
  }),
  response: z.object({ token: z.string().meta({ description: "The secret token." }), expiresAt: timestampMs().meta(texts.expiresAt) }),
  message: "User token generated.",
  // The token is not stored, not even as the response for an idempotency key.
  ephemeral: () => true,
  example: {
    request: {
      userId: "alice",
      userProperties: { name: "Alice Adams", email: "alice@acme.example" },
      permissions: {
        resources: [
          { type: "organization", id: "acme", accessRole: "commenter" },
          { type: "document", id: "welcome", accessRole: "editor" },
        ],
      },
      expiresInSeconds: 3_600,
    },
    response: { token: "eyJ…", expiresAt: exampleTime },
  },
  toRpc: ({ userId, userProperties, permissions: { resources } }, { apiKeyId }) => ({
    apiKeyId,
    user: { userId, ...profileOf(userProperties) },
    places: grantsOf(resources).map(({ type, organizationId, id: placeId }) => ({
      organizationId,
      documentId: type === "document" ? placeId : "",
      folderId: type === "folder" ? placeId : "",
    })),
    withRoles: resources.some(({ accessRole }) => accessRole === undefined),
  }),
  issues: ({ userId, permissions: { resources }, expiresInSeconds = defaultSeconds }, { apiKeyId }, { accessRoles: added }) => {
    return { apiKeyId, userId, grants: grantsOf(resources, added), expiresInMs: expiresInSeconds * 1_000 };
  },
});

function profileOf({ name: shown, email, isAdmin, metadata = {} }: Partial<z.output<typeof userProperties>> = {}) {
  return {
    ...(shown === undefined ? {} : { name: shown }),
    ...(email === undefined ? {} : { email }),
    metadataJson: JSON.stringify(isAdmin === undefined ? metadata : { ...metadata, isAdmin }),
  };
}

/** `added` has the role with which the user was added to each resource, if any. */
function grantsOf(resources: readonly Resource[], added: readonly string[] = []): Grant[] {
  return resources.map(({ type, id: placeId, accessRole, expiresAt, ...named }, index) => ({
    type,
    organizationId: organizationOf({ type, id: placeId, ...named }, resources) ?? "",
    id: placeId,
    role: accessRole ?? accessRoles.find((role) => role === added[index]) ?? "commenter",
    ...(expiresAt === undefined ? {} : { expiresAtMs: expiresAt }),
  }));
}

type Place = Pick<Resource, "type" | "id" | "organizationId">;

/** The organization of a resource: the one that it names, or else the only one that the other resources name. */
function organizationOf({ type, id: placeId, organizationId }: Place, resources: readonly Place[]): string | undefined {
  if (type === "organization") return placeId;
  if (organizationId !== undefined) return organizationId;
  const named = new Set(resources.flatMap((each) => (each.type === "organization" ? each.id : (each.organizationId ?? []))));
  return named.size === 1 ? [...named][0] : undefined;
}

function* problemsOf(resources: readonly Resource[]): Generator<[number, { field: string; message: string }]> {
  const seen = new Set<string>();
  for (const [index, each] of resources.entries()) {
    const organizationId = organizationOf(each, resources);
    // Violations within a field are reported by its own schema.
    if (typeof each?.id !== "string") continue;
    if (organizationId === undefined)
      yield [index, { field: "organizationId", message: "is required: the resources do not name exactly one organization" }];
    if (each.type === "organization" && each.organizationId !== undefined && each.organizationId !== each.id)
      yield [index, { field: "organizationId", message: "must be the same organization as id" }];
    const place = JSON.stringify([each.type, organizationId, each.id]);
    if (seen.has(place)) yield [index, { field: "id", message: "names a place that an earlier resource names" }];
    seen.add(place);
  }
}

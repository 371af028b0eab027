import type { MessageInitShape } from "@bufbuild/protobuf";
import type { UserInputSchema } from "@parley/contracts/users";
import * as z from "zod";
import { accessRoles } from "../../credentials/grants.ts";
import { exclusive } from "../field-rules.ts";
import { address, id, name, withMetadata } from "../fields.ts";
import { texts } from "../texts.ts";

/** The place of users: an organization, or one of its documents or folders. */
export const place = {
  organizationId: id().meta(texts.organizationId),
  documentId: id().optional().meta(texts.documentId),
  folderId: id().optional().meta(texts.folderId),
};

/** A user in a request: any further keys are metadata, kept as given. */
export const userInput = () =>
  withMetadata({
    userId: id().meta(texts.userId),
    name: name().nullable().optional().meta(texts.displayName),
    email: address().nullable().optional().meta({
      description:
        "E-mail address, stored without white space around it; empty for none. A user with one that no mail server takes, or with a part in quotes, is refused, and the message names the field.",
    }),
    accessRole: z.enum(accessRoles).nullable().optional().meta({
      description:
        "The user's role in the place of the request; null removes it. A token that is generated for the place without an `accessRole` has this role.",
    }),
  }).meta({
    title: "UserInput",
    description: "Further keys are stored with the user as given; null removes a key.",
  });

type PlaceData = { organizationId: string; documentId?: string | undefined; folderId?: string | undefined };

export function toPlace({ organizationId, documentId = "", folderId = "" }: PlaceData) {
  return { organizationId, documentId, folderId };
}

export function toUser({
  userId,
  name,
  email,
  accessRole,
  metadata,
}: z.output<ReturnType<typeof userInput>>): MessageInitShape<typeof UserInputSchema> {
  return {
    userId,
    ...(name === undefined ? {} : { name: name ?? "" }),
    ...(email === undefined ? {} : { email: email ?? "" }),
    ...(accessRole === undefined ? {} : { accessRole: accessRole ?? "" }),
    metadataJson: JSON.stringify(metadata),
  };
}

/** A place within an organization is a document or a folder, not both. */
export const placeRule = exclusive("folderId", "documentId");

/** The sentence about places that the descriptions share. */
export const placeSentence = "Without `documentId` and `folderId` the place is the organization itself.";

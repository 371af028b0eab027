import type { User } from "@parley/contracts/users";
import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { accessRoles } from "../../credentials/grants.ts";
import { fromJsonText, wholeNumber } from "../fields.ts";
import { texts } from "../texts.ts";

/** A user in a response. */
export const listedUser = z
  .looseObject({
    email: z.string().meta(texts.emailAddress),
    name: z.string().meta(texts.displayName),
    userId: z.string().meta(texts.userId),
    accessRole: z
      .enum(accessRoles)
      .optional()
      .meta({ description: "The user's role in the place; absent if none was given there, and in lists of the users of any document." }),
    involvedDocuments: z
      .array(z.string())
      .optional()
      .meta({ description: "With `includeInvolvedDocuments`: ids of up to 1,000 documents, in their byte order." }),
    involvedDocumentsCount: wholeNumber()
      .optional()
      .meta({ description: "With `includeInvolvedDocumentsCount`: the number of the documents, at most 1,000." }),
    hasMoreInvolvedDocuments: z.literal(true).optional().meta({ description: "The user is involved in more documents." }),
  })
  .meta({ title: "User", description: "Further keys are your own keys of the user." });

/** The request's flags for the documents of users. */
export const involvedFlags = {
  includeInvolvedDocuments: z.boolean().optional().meta({ description: "Returns the documents in which each user is involved." }),
  includeInvolvedDocumentsCount: z.boolean().optional().meta({ description: "Returns their number." }),
};

/** The rule about them that the descriptions share. */
export const involvedSentence =
  "A user is involved in a document to which the user was added, and in one with a thread in which the user wrote a comment, is tagged or is the assignee. A page with these documents or their number has at most 20 users.";

type Asked = { readonly [Flag in keyof typeof involvedFlags]?: boolean | undefined };

export function fromUser(user: User, { includeInvolvedDocuments, includeInvolvedDocumentsCount }: Asked = {}) {
  const { email, name, userId, metadataJson, accessRole, involvedDocumentIds: ids, hasMoreInvolvedDocuments } = user;
  return {
    ...(fromJsonText(metadataJson) as JsonObject),
    email,
    name,
    userId,
    ...(accessRole === "" ? {} : { accessRole }),
    ...(includeInvolvedDocuments ? { involvedDocuments: ids } : {}),
    ...(includeInvolvedDocumentsCount ? { involvedDocumentsCount: ids.length } : {}),
    ...(hasMoreInvolvedDocuments ? { hasMoreInvolvedDocuments } : {}),
  };
}

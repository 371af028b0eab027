import type { Document } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { id, withMetadata } from "../fields.ts";
import { texts } from "../texts.ts";
import { changedName, fromStored, inFolder, reservedKeys, storedKeys, storedName, toFolder, toName } from "./directory-fields.ts";

/** A document in a request, with its metadata beside id, name and folder. */
export const documentItem = () =>
  withMetadata(
    { documentId: id().meta(texts.documentId), documentName: changedName(), folderId: inFolder() },
    reservedKeys("id", "disabled"),
  ).meta({
    title: "DocumentInput",
  });

export function toDocument({ documentId, documentName, folderId, metadata }: z.output<ReturnType<typeof documentItem>>) {
  return { documentId, ...toName("documentName", documentName), folderId: toFolder(folderId), metadataJson: JSON.stringify(metadata) };
}

/** A document in a response. */
export const storedDocument = z.looseObject({
  id: z.string().meta({ description: "The same as `documentId`." }),
  documentId: z.string().meta(texts.documentId),
  documentName: storedName().meta({ description: "Name of the document." }),
  folderId: z.string().nullable().meta({ description: "null if it is in no folder." }),
  disabled: z
    .boolean()
    .meta({ description: "Whether the document itself is disabled; a disabled organization disables access to it too." }),
  ...storedKeys,
});

export function fromDocument(document: Document): z.output<typeof storedDocument> {
  const { documentId, documentName = null, folderId = null, disabled } = document;
  return fromStored({ id: documentId, documentId, documentName, folderId, disabled }, document);
}

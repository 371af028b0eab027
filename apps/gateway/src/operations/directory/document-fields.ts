import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Document, DocumentFilterSchema } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { anyJson, id, limits, withMetadata } from "../fields.ts";
import { texts } from "../texts.ts";
import { accessType, fromAccessType } from "./access-fields.ts";
import { changedName, fromStored, inFolder, reservedKeys, storedKeys, storedName, toFolder, toName } from "./directory-fields.ts";

/** A document in a request, with its metadata next to id, name and folder. */
export const documentItem = () =>
  withMetadata(
    { documentId: id().meta(texts.documentId), documentName: changedName(), folderId: inFolder() },
    reservedKeys("id", "disabled", "accessType"),
  ).meta({
    title: "DocumentInput",
  });

export function toDocument({ documentId, documentName, folderId, metadata }: z.output<ReturnType<typeof documentItem>>) {
  return { documentId, ...toName("documentName", documentName), folderId: toFolder(folderId), metadataJson: JSON.stringify(metadata) };
}

const operators = "`==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `not-in`, `array-contains` or `array-contains-any`";
const operator = /^(==|!=|<=?|>=?|in|not-in|array-contains(-any)?)$/;

/** Conditions on the documents' own keys. */
export const documentFilters = () =>
  z
    .array(
      z
        .strictObject({
          key: z.string().min(1).max(limits.nameCharacters).meta({
            description:
              "The key, with or without `metadata.` before it; keys of nested objects are separated by dots. `documentName` is the name.",
          }),
          operator: z
            .string()
            .regex(operator, `must be ${operators.replaceAll("`", "")}`)
            .meta({ description: `How the value of the document is compared with \`value\`: ${operators}.` }),
          value: anyJson().meta({ description: "A list for `in`, `not-in` and `array-contains-any`." }),
        })
        .meta({ title: "DocumentFilter" }),
    )
    .max(10)
    .optional()
    .meta({ description: "Only documents that fulfil all of these." });

/** The rule of filters that the descriptions share. */
export const filtersSentence =
  "`filters` compare your own keys of documents. A document without the key matches none of them, not even `!=` and `not-in`. Only numbers, texts (byte by byte) and booleans have an order.";

export function toFilters(filters: z.output<ReturnType<typeof documentFilters>> = []): MessageInitShape<typeof DocumentFilterSchema>[] {
  return filters.map(({ key, operator, value }) => ({ key, operator, valueJson: JSON.stringify(value ?? null) }));
}

/** A document in a response. */
export const storedDocument = z.looseObject({
  id: z.string().meta({ description: "The same as `documentId`." }),
  documentId: z.string().meta(texts.documentId),
  documentName: storedName().meta({ description: "Name of the document; absent if it has none." }),
  folderId: z.string().optional().meta({ description: "Absent if it is in no folder." }),
  disabled: z
    .boolean()
    .meta({ description: "Whether the document itself is disabled; a disabled organization disables access to it too." }),
  accessType: accessType().optional().meta({
    description: "Which users may enter the document; absent if that follows from its folders, or from the API key.",
  }),
  ...storedKeys,
});

export function fromDocument(document: Document): z.output<typeof storedDocument> {
  const { documentId, documentName, folderId, disabled } = document;
  return fromStored({ id: documentId, documentId, documentName, folderId, disabled, ...fromAccessType(document) }, document);
}

import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { forbidding } from "../field-rules.ts";
import { freeForm, fromJsonText } from "../fields.ts";
import { texts } from "../texts.ts";

const placeKeys = ["apiKey", "organizationId", "documentId", "folderId"] as const;

/** The customer's own keys in the `metadata` of an object; the keys of its place cannot be set. */
export const ownMetadata = () => {
  const { check, schema } = forbidding(placeKeys);
  return freeForm()
    .superRefine(check)
    .meta({ type: "object", additionalProperties: true, ...schema })
    .optional();
};

/** The place of an object and the customer's own keys, in a response. */
export const placedMetadata = z
  .looseObject({
    apiKey: z.string().meta(texts.apiKey),
    organizationId: z.string().meta(texts.organizationId),
    documentId: z.string().optional().meta(texts.documentId),
    folderId: z.string().optional().meta(texts.folderId),
  })
  .meta({ title: "PlacedMetadata", description: "The place, and your own keys." });

interface Place {
  readonly organizationId: string;
  readonly documentId?: string | undefined;
  readonly folderId?: string;
}

export function toPlacedMetadata(apiKey: string, { organizationId, documentId = "", folderId = "" }: Place, ownJson: string): JsonObject {
  return {
    ...(fromJsonText(ownJson) as JsonObject),
    apiKey,
    organizationId,
    ...(documentId === "" ? {} : { documentId }),
    ...(folderId === "" ? {} : { folderId }),
  };
}

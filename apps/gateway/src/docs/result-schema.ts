import { removalCounts } from "../operations/dry-run.ts";
import type { Operation } from "../operations/operation.ts";
import { clientVariant } from "./client-hints.ts";
import { type Json, pascal, type SchemaCatalogue } from "./schema-catalogue.ts";

/**
 * The schema of a response with `result`. Where the data has two forms there are two results, each an object with a name: generators of
 * clients cannot compile, or skip, a union of a list or a map with something else.
 */
export function envelopeSchema(operation: Operation, name: string, catalogue: SchemaCatalogue): Json {
  const { response, resultShape } = operation;
  if (resultShape === "bare" && response !== undefined) return object({ result: catalogue.add(`${name}Answer`, response, "output") });
  const variant = clientVariant(operation);
  if (variant === undefined) return object({ result: resultSchema(operation, name, dataSchema(operation, name, catalogue), catalogue) });
  const [usual, other] = variantsOf(operation, name, catalogue);
  const usualResult = resultSchema(operation, name, usual, catalogue);
  const otherResult = resultSchema(operation, pascal(variant.name), other, catalogue);
  // Clients take the first form that matches, and any object is a map.
  return object({ result: { anyOf: operation.removes === undefined ? [usualResult, otherResult] : [otherResult, usualResult] } });
}

/** The data as usual, and the data of the variant. */
function variantsOf(operation: Operation, name: string, catalogue: SchemaCatalogue): readonly [usual: Json, other: Json] {
  if (operation.removes !== undefined)
    return [dataSchema(operation, name, catalogue), catalogue.add("RemovalCounts", removalCounts, "output")];
  const [usual, other] = (dataSchema(operation, name, catalogue).anyOf ?? []) as Json[];
  if (usual === undefined || other === undefined) throw new Error(`The response of ${operation.path} has no two forms.`);
  return [usual, other];
}

function dataSchema({ response }: Operation, name: string, catalogue: SchemaCatalogue): Json {
  // Several generators have no type for null alone.
  if (response === undefined) return { type: ["object", "null"], description: "Always null." };
  return catalogue.add(response.def.type === "array" ? `${name}Item` : `${name}Answer`, response, "output");
}

function resultSchema({ resultShape, paged, feed, extraFields }: Operation, name: string, data: Json, catalogue: SchemaCatalogue): Json {
  const result: Json = {
    status: { type: "string", const: "success", description: "Always `success`." },
    message: { type: "string", description: "The outcome, in a sentence." },
  };
  if (resultShape !== "none")
    result.data = { ...data, description: data.description ?? "The requested data, or the outcome of each item." };
  if (paged && paged !== "iterator") {
    result.nextPageToken = { type: ["string", "null"], description: "Token of the next page; null on the last one." };
    result.pageToken = { type: ["string", "null"], description: "The same as `nextPageToken`." };
  }
  for (const [field, schema] of Object.entries(extraFields ?? {})) {
    result[field] = catalogue.add(`${name}${capital(field)}`, schema, "output");
  }
  if (feed) {
    result.nextCursor = { type: "string", description: "Cursor of the next page." };
    result.upToDate = { type: "boolean", description: "Whether there were no further changes." };
  }
  return catalogue.put(`${name}Result`, { ...object(result), additionalProperties: true });
}

/** The response to the operation's example. */
export function exampleAnswer(operation: Operation): Json {
  if (operation.resultShape === "bare") return { result: operation.example.response };
  const message = typeof operation.message === "string" ? operation.message : "Done.";
  return {
    result: {
      status: "success",
      message,
      ...(operation.resultShape === "none" ? {} : { data: operation.example.response ?? null }),
      ...(operation.paged && operation.paged !== "iterator" ? { nextPageToken: null, pageToken: null } : {}),
      ...operation.example.extras,
      ...(operation.feed ? { nextCursor: "3xKQ…", upToDate: true } : {}),
    },
  };
}

function object(properties: Json): Json {
  return { type: "object", required: Object.keys(properties), properties };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

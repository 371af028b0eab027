import { headerNames } from "../credentials/credential-check.ts";
import { operations } from "../operations/index.ts";
import { openApiDocument } from "./openapi.ts";
import type { Json } from "./schema-catalogue.ts";

/** The document of an installation with default settings: clients are generated from it. */
export function defaultDocument(): Json {
  return openApiDocument({ operations, names: headerNames("x-svc-"), maxBodyBytes: 1_048_576, maxJsonDepth: 32 });
}

import { headerNames } from "../credentials/credential-check.ts";
import { meOperations, operations } from "../operations/index.ts";
import { openApiDocument } from "./openapi.ts";
import type { Json } from "./schema-catalogue.ts";

const settings = { names: headerNames("x-svc-"), maxBodyBytes: 1_048_576, maxJsonDepth: 32 };

/** The document of what customers' servers call at an installation with default settings: their clients are generated from it. */
export function defaultDocument(): Json {
  return openApiDocument({ operations, ...settings });
}

/** The same of what pages call for their users: the client for browsers is generated from it. */
export function browserDocument(): Json {
  return openApiDocument({ operations: meOperations, ...settings });
}

import { headerNames } from "../credentials/credential-check.ts";
import { meOperations, operations } from "../operations/index.ts";
import { openApiDocument } from "./openapi.ts";
import type { Json } from "./schema-catalogue.ts";

const settings = { names: headerNames("x-svc-"), maxBodyBytes: 1_048_576, maxJsonDepth: 32 };

/**
 * The OpenAPI document of the operations for customers' servers, at an installation with default settings. Their clients are generated from
 * it.
 */
export function defaultDocument(): Json {
  return openApiDocument({ operations, ...settings });
}

/**
 * The OpenAPI document of the operations for users in browsers, at an installation with default settings. The client for browsers is
 * generated from it.
 */
export function browserDocument(): Json {
  return openApiDocument({ operations: meOperations, ...settings });
}

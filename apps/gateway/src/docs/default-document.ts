import { headerNames } from "../credentials/credential-check.ts";
import { meOperations, operations } from "../operations/index.ts";
import type { Page } from "./built-page.ts";
import { openApiDocument, withoutWebhooks } from "./openapi.ts";
import { docsPages } from "./pages.ts";
import type { Json } from "./schema-catalogue.ts";

/** The settings that the reference depends on, at an installation with default settings. */
export const defaultSettings = { names: headerNames("x-svc-"), maxBodyBytes: 1_048_576, maxJsonDepth: 32 };

/**
 * The OpenAPI document of the operations for customers' servers, at an installation with default settings. Their clients are generated from
 * it.
 */
export function defaultDocument(): Json {
  return openApiDocument({ operations, ...defaultSettings });
}

/**
 * The OpenAPI document of the operations for users in browsers, at an installation with default settings. The client for browsers is
 * generated from it.
 */
export function browserDocument(): Json {
  return openApiDocument({ operations: meOperations, ...defaultSettings });
}

/** The same without webhooks, for generators of clients. */
export function documentForClients(): Json {
  return withoutWebhooks(defaultDocument());
}

/** The pages of the reference. A build makes them once for the default settings. */
export function pagesFor(settings = defaultSettings): Page[] {
  const shown = [...operations, ...meOperations];
  return docsPages(() => openApiDocument({ operations: shown, ...settings }), shown);
}

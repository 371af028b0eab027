import type { HeaderNames } from "../credentials/credential-check.ts";
import type { HttpRoute } from "../http/http-route.ts";
import type { GatewayConfig } from "../http/settings.ts";
import { meOperations, operations } from "../operations/index.ts";
import { openApiDocument } from "./openapi.ts";
import { pageResponse } from "./page-response.ts";
import { docsPages } from "./pages.ts";

/** The routes of the API reference; none when it is switched off. */
export function docsRoutes({ docs, maxBodyBytes, maxJsonDepth }: GatewayConfig, names: HeaderNames): HttpRoute[] {
  if (!docs) return [];
  const shown = [...operations, ...meOperations];
  const pages = docsPages(() => openApiDocument({ operations: shown, names, maxBodyBytes, maxJsonDepth }), shown);
  return pages.map((page) => ({ method: "GET", path: page.path, openTo: "everyone", bodyBytes: 0, handle: pageResponse(page) }));
}

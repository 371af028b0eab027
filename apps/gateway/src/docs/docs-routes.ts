import { isDeepStrictEqual } from "node:util";
import type { HeaderNames } from "../credentials/credential-check.ts";
import type { HttpRoute } from "../http/http-route.ts";
import type { GatewayConfig } from "../http/settings.ts";
import { builtContent, builtPages, type Page } from "./built-page.ts";
import { defaultSettings, pagesFor } from "./default-document.ts";
import { pageResponse } from "./page-response.ts";

type Settings = Pick<GatewayConfig, "docs" | "maxBodyBytes" | "maxJsonDepth">;

/**
 * The routes of the API reference; none when it is switched off. With default settings the pages come from the build: to make the document
 * and its YAML takes a second, during which nothing else would be served.
 */
export function docsRoutes({ docs, maxBodyBytes, maxJsonDepth }: Settings, names: HeaderNames, folder = builtPages): HttpRoute[] {
  if (!docs) return [];
  const settings = { names, maxBodyBytes, maxJsonDepth };
  const isDefault = isDeepStrictEqual(settings, defaultSettings);
  const built = (page: Page): Page => ({ ...page, content: () => builtContent(page, folder) ?? page.content() });
  return pagesFor(settings).map((page) => ({
    method: "GET",
    path: page.path,
    openTo: "everyone",
    bodyBytes: 0,
    handle: pageResponse(isDefault ? built(page) : page),
  }));
}

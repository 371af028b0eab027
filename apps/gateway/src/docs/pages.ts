import type { Operation } from "../operations/operation.ts";
import type { Page } from "./built-page.ts";
import { llmsText } from "./llms.ts";
import { withoutWebhooks } from "./openapi.ts";
import { asOpenApi30 } from "./openapi-3-0.ts";
import { hashOf } from "./page-response.ts";
import { referenceScript, scriptPath } from "./reference-script.ts";
import type { Json } from "./schema-catalogue.ts";

const json = "application/json; charset=utf-8";
const script = "text/javascript; charset=utf-8";

/** The reference page and its parts, and the document in all its formats, all served from here. */
export function docsPages(document: () => Json, operations: readonly Operation[]): Page[] {
  let made: Json | undefined;
  const openApi = () => {
    made ??= document();
    return made;
  };
  const parts: Page[] = [
    { path: scriptPath, contentType: script, content: referenceScript },
    { path: "/docs/start.js", contentType: script, content: () => ({ plain: startScript }) },
  ];
  const text = (path: string, contentType: string, plain: () => string | Promise<string>): Page => ({
    path,
    contentType,
    content: async () => ({ plain: await plain() }),
  });
  return [
    text("/openapi.json", json, () => JSON.stringify(openApi())),
    text("/openapi-without-webhooks.json", json, () => JSON.stringify(withoutWebhooks(openApi()))),
    text("/openapi-3.0.json", json, () => JSON.stringify(asOpenApi30(openApi()))),
    text("/openapi.yaml", "application/yaml; charset=utf-8", async () => (await import("./yaml-text.ts")).yamlText(openApi())),
    text("/llms.txt", "text/plain; charset=utf-8", () => llmsText(operations)),
    { path: "/docs", contentType: "text/html; charset=utf-8", content: async () => ({ plain: await naming(parts) }) },
    ...parts,
  ];
}

/** The page with the hash of each part in the part's address. */
async function naming(parts: readonly Page[]): Promise<string> {
  const named = await Promise.all(parts.map(async ({ path, content }) => [path, hashOf((await content()).plain)] as const));
  return named.reduce((page, [path, hash]) => page.replace(`"${path}"`, `"${path}?v=${hash}"`), html);
}

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="Every operation of Parley's API, with its request, its response and its errors.">
    <title>Parley API reference</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/reference.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

// A separate file, because the page's content policy forbids inline scripts. Credentials in the address's fragment, which no server sees,
// are filled in and then removed from the address.
const startScript = `const given = new URLSearchParams(location.hash.slice(1));
const securitySchemes = {};
for (const name of ["apiKey", "authToken", "workspaceId", "adminToken"]) {
  if (given.has(name)) securitySchemes[name] = { value: given.get(name) };
}
const isGiven = Object.keys(securitySchemes).length > 0;
if (isGiven) history.replaceState(null, "", location.pathname);
Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  baseServerURL: location.origin,
  servers: [{ url: location.origin }],
  authentication: isGiven ? { preferredSecurityScheme: [["apiKey", "authToken"]], securitySchemes } : {},
  // Hides Scalar's own samples. The samples of the document name the right headers, and show the clients first.
  hiddenClients: true,
  hideClientButton: true,
  showDeveloperTools: "never",
  persistAuth: false,
  withDefaultFonts: false,
  // The page's own greys, blue and orange are too pale for small text, and code that scrolls cannot be reached with the keyboard.
  customCss: \`
    .light-mode { --scalar-color-2: #595959; --scalar-color-3: #646464; --scalar-color-blue: #005fa3; --scalar-color-orange: #a83a00; }
    .dark-mode { --scalar-color-3: #9a9a9a; }
    .markdown pre code.hljs { white-space: pre-wrap !important; overflow: visible !important; }
    [data-sidebar-id] > .group\\\\/group-button > button { min-width: 24px; min-height: 24px; }\`,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
});
`;

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { hashOf } from "./page-response.ts";

/** Something that the gateway answers to a GET. */
export interface Page {
  readonly path: string;
  readonly contentType: string;
  readonly body: () => string | Buffer;
}

/** The reference page and its parts: all from this server, nothing from anywhere else. */
export function docsPages(openApi: unknown): Page[] {
  const document = JSON.stringify(openApi);
  const parts = [
    { path: "/docs/start.js", contentType: "text/javascript; charset=utf-8", body: () => startScript },
    { path: "/docs/swagger-ui.css", contentType: "text/css; charset=utf-8", body: () => asset("swagger-ui.css") },
    { path: "/docs/swagger-ui-bundle.js", contentType: "text/javascript; charset=utf-8", body: () => asset("swagger-ui-bundle.js") },
  ];
  return [
    { path: "/openapi.json", contentType: "application/json; charset=utf-8", body: () => document },
    { path: "/docs", contentType: "text/html; charset=utf-8", body: () => naming(parts) },
    ...parts,
  ];
}

/** The page, which names each of its parts by what is in it. */
function naming(parts: readonly Page[]): string {
  return parts.reduce((page, { path, body }) => page.replace(`"${path}"`, `"${path}?v=${hashOf(body())}"`), html);
}

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Parley API reference</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

// A file of its own, so that the page works under a policy that forbids scripts inside of pages.
const startScript = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: true, docExpansion: "none", validatorUrl: null });
`;

// A build puts the files beside the bundle. Read when asked for: a megabyte and a half that hardly anyone needs.
function asset(name: string): Buffer {
  const beside = new URL(`./docs-assets/${name}`, import.meta.url);
  return readFileSync(existsSync(beside) ? beside : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
}

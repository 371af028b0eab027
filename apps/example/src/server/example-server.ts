import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import { Parley } from "@parley/sdk";
import { handOutTokens } from "./hand-out-tokens.ts";

interface ExampleServerOptions {
  /** The address of Parley, for this server and for the browser. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The secret of the API key, which stays on this server. */
  readonly authToken: string;
  readonly headerPrefix?: string | undefined;
  /** The built page. */
  readonly assets: URL;
}

const contentTypes = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript"],
  [".css", "text/css"],
]);
const pages = new Map([
  ["", "index.html"],
  ["document", "document.html"],
]);
const mostBytes = 1_000;

/** Serves the page, and answers its requests to its own server: `POST /session` and `POST /token`. */
export function exampleServer({ assets, ...credentials }: ExampleServerOptions): Server {
  const { token, session } = handOutTokens(new Parley(credentials), credentials.baseUrl);
  const answers = new Map<string, (userId: string) => Promise<object | undefined>>([
    ["token", token],
    ["session", session],
  ]);
  const files = new Set(readdirSync(assets, { recursive: true, encoding: "utf8" }));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = "/", headers } = request;
    if (!isLocal(headers)) return send(response, 403, { message: "This server answers only its own pages, on this machine." });
    const name = new URL(url, "http://localhost").pathname.slice(1);
    const answerTo = method === "POST" ? answers.get(name) : undefined;
    if (answerTo !== undefined) {
      // Stands in for your own session: the page names the user.
      const { as } = JSON.parse(await bodyOf(request)) as { as: string };
      const answered = await answerTo(as);
      return answered === undefined ? send(response, 403, { message: "There is no such person." }) : send(response, 200, answered);
    }
    const file = pages.get(name) ?? name;
    if (method !== "GET" || !files.has(file)) return send(response, 404, { message: "There is no such page." });
    const isZipped = /\bgzip\b/.test(String(headers["accept-encoding"]));
    if (isZipped) response.setHeader("content-encoding", "gzip");
    response.writeHead(200, {
      vary: "accept-encoding",
      // The build names assets by their content.
      "cache-control": file.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      "content-type": contentTypes.get(extname(file)) ?? "application/octet-stream",
      "content-security-policy": policyFor(credentials.baseUrl),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    const content = readFileSync(new URL(file, assets));
    response.end(isZipped ? gzipSync(content) : content);
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else send(response, 502, { message: "Parley did not answer as expected." });
    });
  });
}

// The policy stops foreign scripts even if foreign markup gets into the page.
function policyFor(baseUrl: string): string {
  const own =
    "script-src 'self'; style-src 'self'; img-src data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";
  return `default-src 'none'; connect-src 'self' ${baseUrl}; ${own}`;
}

// The server gives anybody a token, so it answers only its own pages. The check of the host stops a foreign name that resolves to this
// machine.
function isLocal({ host = "", origin }: IncomingMessage["headers"]): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host) && (origin === undefined || origin === `http://${host}`);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > mostBytes) throw new Error("The request is too large.");
  }
  return text;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" }).end(JSON.stringify(body));
}

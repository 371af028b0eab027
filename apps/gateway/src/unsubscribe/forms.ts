import type { FastifyReply, FastifyRequest } from "fastify";
import type { HttpRoute } from "../http/http-route.ts";

export interface FormRequest {
  readonly method: "GET" | "POST";
  readonly query: URLSearchParams;
  /** The fields of the form; empty for a GET and for any other content type. */
  readonly body: URLSearchParams;
  readonly requestId: string;
}

export interface FormAnswer {
  readonly status: number;
  readonly html: string;
}

/** A page with a button that changes data. */
interface Form {
  readonly path: string;
  readonly answer: (request: FormRequest) => Promise<FormAnswer>;
}

const maxBodyBytes = 16 * 1024;
// No scripts, nothing from other origins, no framing; the form is submitted to this page. The address contains a secret, so no referrer is
// sent.
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
} as const;

/** The routes of a form. Mail clients send `List-Unsubscribe=One-Click` in either of the two form content types (RFC 8058). */
export function formRoutes({ path, answer }: Form): HttpRoute[] {
  return (["GET", "POST"] as const).map((method) => ({
    method,
    path,
    openTo: "everyone",
    bodyBytes: method === "GET" ? 0 : maxBodyBytes,
    isForm: true,
    handle: async (request: FastifyRequest, reply: FastifyReply) => {
      const query = new URLSearchParams(request.url.slice(path.length));
      const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
      const body = new URLSearchParams(isForm && typeof request.body === "string" ? request.body : "");
      const { status, html } = await answer({ method, query, body, requestId: request.id });
      return reply.code(status).headers(headers).send(html);
    },
  }));
}

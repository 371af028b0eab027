import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SessionSeal } from "../session/session.ts";
import { sessionCookie } from "../session/session-cookie.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { noAccess, type OidcSessions } from "./oidc-sessions.ts";
import type { PendingSignIn, PendingSignIns } from "./pending-sign-in.ts";

export interface OidcOptions {
  /** What the page calls the identity provider. */
  readonly name: string;
  readonly provider: IdentityProvider;
  readonly pending: PendingSignIns;
  readonly sessions: OidcSessions;
  readonly seal: SessionSeal;
  /** Whether browsers speak TLS. */
  readonly isSecure: boolean;
  /** Told why somebody was not signed in. */
  readonly onRefused: (error: unknown) => void;
}

/** Why somebody is not signed in, as the page says it in a sentence: no text from an address is shown. */
type Problem = "over" | "refused" | "no-access" | "unavailable";

export const oidcPaths = { "/console/oidc/sign-in": "GET", "/console/oidc/callback": "GET" } as const;

const home = "/console/";
const mostCharacters = 1_000;

/** Where people leave for the identity provider, and where they come back. What they come back to is a session like any other. */
export function addOidc(server: FastifyInstance, options: OidcOptions): void {
  server.get<{ Querystring: Record<string, unknown> }>("/console/oidc/sign-in", (request, reply) => begin(options, request, reply));
  server.get("/console/oidc/callback", (request, reply) => finish(options, request, reply));
}

async function begin(options: OidcOptions, { headers, query }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // Led here by another site they would be signed in, or as somebody else, without having asked to be.
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return leave(reply, "over");
  try {
    const { url, expected } = await options.provider.begin();
    const { workspace, back } = query as Record<string, unknown>;
    const pending: PendingSignIn = { ...expected, ...(isShort(workspace) ? { workspaceId: workspace } : {}), back: pageOf(back) };
    return reply.header("set-cookie", await options.pending.keep(pending)).redirect(url.href);
  } catch (error) {
    options.onRefused(error);
    return leave(reply, "unavailable");
  }
}

async function finish(options: OidcOptions, { headers, url }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const pending = await options.pending.of(headers);
  // Once is enough: whatever comes of it, nobody comes back with it again.
  reply.header("set-cookie", options.pending.forget());
  if (pending === undefined) return leave(reply, "over");
  const claims = await options.provider.finish(queryOf(url), pending).catch((error: unknown) => options.onRefused(error));
  if (claims === undefined) return leave(reply, "refused");
  try {
    const session = await options.sessions.begin(claims, pending.workspaceId);
    if (session === noAccess) return leave(reply, "no-access");
    const { sealed, expiresAtMs } = await options.seal.seal(session);
    // The page is led to without its cookie, because they come from another site; it asks with the cookie then who is signed in.
    return reply.header("set-cookie", sessionCookie(sealed, { expiresAtMs, isSecure: options.isSecure })).redirect(pending.back);
  } catch (error) {
    options.onRefused(error);
    return leave(reply, "unavailable");
  }
}

function leave(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply.redirect(`/console/sign-in?problem=${problem}`);
}

function queryOf(url: string): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at);
}

/** A page of the console; whatever else an address asks for leads to the first one. */
function pageOf(back: unknown): string {
  return isShort(back) && /^\/console\/[\x21-\x7e]*$/.test(back) ? back : home;
}

function isShort(text: unknown): text is string {
  return typeof text === "string" && text !== "" && text.length <= mostCharacters;
}

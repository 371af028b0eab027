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
  /** The address at which people sign in: the provider knows no other. */
  readonly publicUrl: string;
  /** Whether who signs out here does so at the provider too. */
  readonly signsOut: boolean;
  /** Told why somebody was not signed in. */
  readonly onRefused: (error: unknown, requestId: string) => void;
  readonly onSignOutFailed: (error: unknown, requestId: string) => void;
}

/** Why somebody is not signed in, as the page says it in a sentence: no text from an address is shown. */
type Problem = "over" | "refused" | "no-access" | "unavailable" | "elsewhere";

export const oidcPaths = { "/console/oidc/sign-in": "GET", "/console/oidc/callback": "GET" } as const;

const home = "/console/";
const mostCharacters = 1_000;
// A cookie holds 4,096 characters, and this lies in it sealed, beside the rest.
const mostIdToken = 1_800;

/** Where people leave for the identity provider, and where they come back. What they come back to is a session like any other. */
export function addOidc(server: FastifyInstance, options: OidcOptions): void {
  server.get<{ Querystring: Record<string, unknown> }>("/console/oidc/sign-in", (request, reply) => begin(options, request, reply));
  server.get("/console/oidc/callback", (request, reply) => finish(options, request, reply));
}

async function begin(options: OidcOptions, { headers, query, id }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { workspace, back, scheme } = query as Record<string, unknown>;
  const { host, protocol } = new URL(options.publicUrl);
  // Who comes back to the public address has to have left from it. They begin again there: what leads there from here may not begin for them. The page
  // says how the browser reached it, since whatever ends TLS before this need not.
  if (headers.host?.toLowerCase() !== host || (scheme !== undefined && `${scheme}:` !== protocol)) {
    const asked = { back: pageOf(back), ...(isShort(workspace) ? { workspace } : {}) };
    const at = new URLSearchParams({ problem: "elsewhere" satisfies Problem, ...asked });
    return reply.redirect(`${options.publicUrl}/console/sign-in?${at}`);
  }
  // Led here by another site they would be signed in, or as somebody else, without having asked to be.
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return leave(reply, "over");
  try {
    const { url, expected } = await options.provider.begin();
    const pending: PendingSignIn = { ...expected, ...(isShort(workspace) ? { workspaceId: workspace } : {}), back: pageOf(back) };
    return reply.header("set-cookie", await options.pending.keep(pending)).redirect(url.href);
  } catch (error) {
    options.onRefused(error, id);
    return leave(reply, "unavailable", id);
  }
}

/** Where a person who has signed out here goes to sign out at the provider; undefined when there is no such place, or when it cannot be asked for it. */
export async function signOutUrl(options: OidcOptions, idToken: string | undefined, requestId: string): Promise<string | undefined> {
  if (!options.signsOut) return undefined;
  const url = await options.provider.endUrl(idToken).catch((error: unknown) => options.onSignOutFailed(error, requestId));
  return url?.href;
}

async function finish(options: OidcOptions, { headers, url, id }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const pending = await options.pending.of(headers);
  // Once is enough: whatever comes of it, nobody comes back with it again.
  reply.header("set-cookie", options.pending.forget());
  if (pending === undefined) return leave(reply, "over");
  const vouched = await options.provider.finish(queryOf(url), pending).catch((error: unknown) => options.onRefused(error, id));
  if (!vouched) return leave(reply, "refused", id);
  const { claims, idToken } = vouched;
  try {
    const session = await options.sessions.begin(claims, pending.workspaceId);
    if (session === noAccess) return leave(reply, "no-access");
    const { sealed, expiresAtMs } = await options.seal.seal(idToken.length > mostIdToken ? session : { ...session, idToken });
    // The page is led to without its cookie, because they come from another site; it asks with the cookie then who is signed in.
    return reply.header("set-cookie", sessionCookie(sealed, { expiresAtMs, isSecure: options.isSecure })).redirect(pending.back);
  } catch (error) {
    options.onRefused(error, id);
    return leave(reply, "unavailable", id);
  }
}

/** With the id of the request where the log says more of it. */
function leave(reply: FastifyReply, problem: Problem, requestId?: string): FastifyReply {
  return reply.redirect(`/console/sign-in?${new URLSearchParams({ problem, ...(requestId === undefined ? {} : { request: requestId }) })}`);
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

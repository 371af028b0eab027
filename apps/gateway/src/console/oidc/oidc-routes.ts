import type { FastifyReply, FastifyRequest } from "fastify";
import type { HttpRoute } from "../../http/http-route.ts";
import type { SessionCookie } from "../session/session-cookie.ts";
import { originOfPage } from "../session/sign-in-records.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { noAccess, type OidcSessions } from "./oidc-sessions.ts";
import type { PendingSignIn, PendingSignIns } from "./pending-sign-in.ts";

export interface OidcOptions {
  /** The provider's name on the page. */
  readonly name: string;
  readonly provider: IdentityProvider;
  readonly pending: PendingSignIns;
  readonly sessions: OidcSessions;
  readonly cookie: SessionCookie;
  /** The address at which people sign in: the provider redirects to no other. */
  readonly publicUrl: string;
  /** Whether signing out here also signs out at the provider. */
  readonly signsOut: boolean;
  /** Called with the reason why a person was not signed in. */
  readonly onRefused: (error: unknown, requestId: string) => void;
  readonly onSignOutFailed: (error: unknown, requestId: string) => void;
}

/** Why a person was not signed in; the page has a sentence for each, and shows no text from its address. */
type Problem = "over" | "refused" | "no-access" | "unavailable" | "elsewhere";

const home = "/console/";
const mostCharacters = 1_000;

/** The routes by which people leave for the identity provider and return. The resulting session is like any other. */
export function oidcRoutes(options: OidcOptions): HttpRoute[] {
  const open = { method: "GET", openTo: "everyone", bodyBytes: 0 } as const;
  return [
    { ...open, path: "/console/oidc/sign-in", handle: (request, reply) => begin(options, request, reply) },
    { ...open, path: "/console/oidc/callback", handle: (request, reply) => finish(options, request, reply) },
  ];
}

async function begin(options: OidcOptions, { headers, query, id }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { workspace, back, scheme } = query as Record<string, unknown>;
  const { host, protocol } = new URL(options.publicUrl);
  // A person who returns to the public address must have started from it. They start again there by a click of their own: a link from here
  // must not do it for them. The page reports the scheme that the browser uses, because a proxy that ends TLS may not.
  if (headers.host?.toLowerCase() !== host || (scheme !== undefined && `${scheme}:` !== protocol)) {
    const asked = { back: pageOf(back), ...(isShort(workspace) ? { workspace } : {}) };
    const at = new URLSearchParams({ problem: "elsewhere" satisfies Problem, ...asked });
    return reply.redirect(`${options.publicUrl}/console/sign-in?${at}`);
  }
  // A link on another site must not sign a person in unasked, possibly as somebody else.
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

/**
 * The address at which a person who has signed out here signs out at the provider; undefined when there is none or the provider does not
 * respond.
 */
export async function signOutUrl(options: OidcOptions, idToken: string | undefined, requestId: string): Promise<string | undefined> {
  if (!options.signsOut) return undefined;
  const url = await options.provider.endUrl(idToken).catch((error: unknown) => options.onSignOutFailed(error, requestId));
  return url?.href;
}

async function finish(options: OidcOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { headers, url, id } = request;
  const pending = await options.pending.of(headers);
  // A pending sign-in is used once, whatever the outcome.
  reply.header("set-cookie", options.pending.forget());
  if (pending === undefined) return leave(reply, "over");
  const vouched = await options.provider.finish(queryOf(url), pending).catch((error: unknown) => options.onRefused(error, id));
  if (!vouched) return leave(reply, "refused", id);
  try {
    const begun = await options.sessions.begin(vouched, pending.workspaceId, originOfPage(request));
    if (begun === noAccess) return leave(reply, "no-access");
    // The redirect comes from another site, so the browser does not send the cookie; the page then loads the session with a request that
    // does.
    return reply.header("set-cookie", options.cookie.set(headers, begun.sealed, begun.session.expiresAtMs)).redirect(pending.back);
  } catch (error) {
    options.onRefused(error, id);
    return leave(reply, "unavailable", id);
  }
}

/** `requestId` lets the log show more. */
function leave(reply: FastifyReply, problem: Problem, requestId?: string): FastifyReply {
  return reply.redirect(`/console/sign-in?${new URLSearchParams({ problem, ...(requestId === undefined ? {} : { request: requestId }) })}`);
}

function queryOf(url: string): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at);
}

/** A page of the console; any other address leads to the first page. */
function pageOf(back: unknown): string {
  return isShort(back) && /^\/console\/[\x21-\x7e]*$/.test(back) ? back : home;
}

function isShort(text: unknown): text is string {
  return typeof text === "string" && text !== "" && text.length <= mostCharacters;
}

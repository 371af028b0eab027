import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Credential } from "../credentials/credential.ts";
import type { CredentialCheck, HeaderNames } from "../credentials/credential-check.ts";
import { roles } from "../credentials/rights.ts";
import type { HttpRoute } from "../http/http-route.ts";
import { type OidcOptions, oidcRoutes, signOutUrl } from "./oidc/oidc-routes.ts";
import type { BeginSession, BegunSession } from "./session/begin-session.ts";
import type { OpenSession } from "./session/session.ts";
import { isFromOwnPage, type SessionCookie } from "./session/session-cookie.ts";
import { originOfPage, type SignInRecords } from "./session/sign-in-records.ts";
import type { SessionCredentials } from "./session-credentials.ts";
import type { Presented, SignInCodes } from "./sign-in-codes.ts";

const providerWaitMs = 2_000;
const cookieIsLost = "a browser does not keep the session of a page loaded over http.";

interface SignInOptions {
  readonly names: HeaderNames;
  readonly headerPrefix: string;
  readonly credentials: CredentialCheck;
  readonly sessions: SessionCredentials;
  readonly begin: BeginSession;
  readonly records: SignInRecords;
  readonly cookie: SessionCookie;
  /** Absent: links that sign in are switched off. */
  readonly codes: SignInCodes | undefined;
  /** The address of the API reference; absent where it is not served. */
  readonly reference: string | undefined;
  /** Absent: people sign in with tokens only. */
  readonly oidc: OidcOptions | undefined;
}

const maxBodyBytes = 4_096;
const SignIn = z.union([
  z.strictObject({ workspaceId: z.string().min(1).max(256), token: z.string().min(1).max(256), role: z.enum(roles) }),
  z.strictObject({ code: z.string().min(1).max(256) }),
]);

/** The routes by which browsers sign in and out. They get a sealed cookie, never a token. */
export function signInRoutes(options: SignInOptions): HttpRoute[] {
  const path = "/console/session";
  const routes: HttpRoute[] = [
    {
      method: "GET",
      path,
      openTo: "everyone",
      bodyBytes: 0,
      handle: async ({ headers }) => ({
        headerPrefix: options.headerPrefix,
        session: shown(await options.sessions.sessionOf(headers)),
        ...(options.reference === undefined ? {} : { reference: options.reference }),
        ...(options.oidc === undefined ? {} : { provider: options.oidc.name }),
      }),
    },
    {
      method: "POST",
      path,
      openTo: "consolePages",
      bodyBytes: maxBodyBytes,
      handle: async (request, reply) => {
        const at = options.cookie.elsewhere(request.headers);
        if (at !== undefined) throw new Failure("failed_precondition", `Sign in at ${at}/console: ${cookieIsLost}`);
        const { sealed, session } = await begin(options, request);
        reply.header("set-cookie", options.cookie.set(request.headers, sealed, session.expiresAtMs));
        return { headerPrefix: options.headerPrefix, session: shown(session) };
      },
    },
    { method: "DELETE", path, openTo: "consolePages", bodyBytes: 0, handle: (request, reply) => end(options, request, reply) },
    ...(options.oidc === undefined ? [] : oidcRoutes(options.oidc)),
    {
      method: "POST",
      path: "/console/codes",
      openTo: "workspace",
      bodyBytes: 0,
      handle: async ({ headers, ip }) => {
        if (options.codes === undefined) throw new Failure("permission_denied", "This installation creates no sign-in links.");
        const { workspaceId, token } = shownToken(options, headers);
        const { role } = (await tokenOf(options, workspaceId, token, ip)).rights;
        return { code: options.codes.create({ workspaceId, token, role }) };
      },
    },
  ];
  return routes.map((route) => ({ ...route, before: (request, reply) => before(route, request, reply) }));
}

async function before({ openTo }: HttpRoute, { headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header("cache-control", "no-store");
  // Only the console's own pages begin and end sessions: no other site can sign a person in as somebody else.
  if (openTo === "consolePages" && !isFromOwnPage(headers))
    throw new Failure("permission_denied", "Only the console's own pages can sign in to it.");
}

async function begin(options: SignInOptions, request: FastifyRequest): Promise<BegunSession> {
  const { body, ip } = request;
  const { workspaceId, token, role } = presentedIn(options, body);
  const origin = originOfPage(request);
  try {
    const { tokenId: parentTokenId } = await tokenOf(options, workspaceId, token, ip);
    const signIn = { workspaceId, person: "", tokenId: parentTokenId };
    return await options.records.signedIn(signIn, origin, () => options.begin({ workspaceId, role, person: "", parentTokenId }));
  } catch (error) {
    // A revoked token may count as valid in this process for a few more seconds.
    const isGone = error instanceof RemoteFailure && error.failure?.kind === "not_found";
    const isRefused = error instanceof Failure && error.kind === "unauthenticated";
    if (isRefused) await options.records.refused({ workspaceId, person: "" }, origin);
    throw isGone || isRefused ? new Failure("unauthenticated", "The workspace is unknown or the token is not valid.") : error;
  }
}

/** The credential of a workspace's token. Fails with UNAUTHENTICATED. */
async function tokenOf(options: SignInOptions, workspaceId: string, token: string, ip: string): Promise<Credential<"workspace">> {
  const { names, credentials } = options;
  const headers = { [names.workspaceId]: workspaceId, [names.authToken]: token };
  // Every valid token may sign in: its role decides what the session may do.
  return (await credentials.check({ auth: "workspace", role: "read" }, headers, ip)) as Credential<"workspace">;
}

function presentedIn({ codes }: SignInOptions, body: unknown): Presented {
  const { data } = SignIn.safeParse(parsed(body));
  if (data === undefined) throw new Failure("invalid_argument", "Sign in with workspaceId, token and role, or with a code.");
  const presented = "code" in data ? codes?.redeem(data.code) : data;
  if (presented === undefined) throw new Failure("unauthenticated", "This link has been used or has expired. Sign in with a token.");
  return presented;
}

async function end(
  { sessions, oidc, cookie, records }: SignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers, id } = request;
  reply.header("set-cookie", cookie.set(headers, "", 0));
  const session = await sessions.sessionOf(headers);
  const ended = session && (await records.signedOut(session, originOfPage(request), () => sessions.end(headers)));
  // A session begun with a token has no counterpart at the provider.
  if (ended === undefined || ended.person === "" || oidc === undefined) return reply.send({ session: null });
  // The person is signed out here in any case, so a slow provider is waited for only briefly.
  const leaveTo = await Promise.race([signOutUrl(oidc, ended.idToken, id), delay(providerWaitMs, undefined, { ref: false })]);
  return reply.send({ session: null, ...(leaveTo === undefined ? {} : { leaveTo }) });
}

/** The part of a session that its page may see. */
function shown(session: OpenSession | undefined) {
  if (session === undefined) return null;
  const { workspaceId, role, person, expiresAtMs } = session;
  return { workspaceId, role, person, expiresAt: expiresAtMs };
}

function shownToken({ names }: SignInOptions, headers: FastifyRequest["headers"]) {
  return { workspaceId: String(headers[names.workspaceId] ?? ""), token: String(headers[names.authToken] ?? "") };
}

function parsed(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? JSON.parse(body.toString("utf8")) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

import type { Client } from "@connectrpc/connect";
import type { CredentialsService } from "@parley/contracts/workspace";
import { Failure, idProblem, notFound, shortened } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import { type Credential, isOfSession } from "../credentials/credential.ts";
import type { CredentialCache } from "../credentials/credential-cache.ts";
import type { Checked, HeaderNames, Headers } from "../credentials/credential-check.ts";
import type { Rights } from "../credentials/rights.ts";
import type { KeyAccess } from "./key-access.ts";
import type { OpenSession, SessionSeal } from "./session/session.ts";
import { isFromOwnPage, type SessionCookie } from "./session/session-cookie.ts";

interface SessionCredentialsOptions {
  readonly names: HeaderNames;
  readonly seal: SessionSeal;
  readonly cookie: SessionCookie;
  readonly cache: CredentialCache;
  readonly access: KeyAccess;
  readonly tokens: Client<typeof CredentialsService>;
}

interface CheckedSession extends OpenSession {
  /** Names the session's token. */
  readonly tokenId: string;
  readonly rights: Rights;
}

/** Turns a browser's session into the credential of the operation that its page calls. */
export class SessionCredentials {
  readonly #options: SessionCredentialsOptions;

  constructor(options: SessionCredentialsOptions) {
    this.#options = options;
  }

  /** The session of a request from the console's pages; undefined without a valid one. */
  async sessionOf(headers: Headers): Promise<CheckedSession | undefined> {
    const sealed = this.#options.cookie.of(headers);
    const session = sealed === undefined ? undefined : await this.#options.seal.open(sealed);
    if (session === undefined) return undefined;
    // The cache learns within 5 s that a token, and so its session, is revoked. A token of the workspace itself makes no session: signing
    // out would leave it valid in every copy of the cookie.
    const credential = await this.#options.cache.get("workspace", session.workspaceId, session.token);
    if (credential === undefined || !isOfSession(credential)) return undefined;
    const { tokenId, rights } = credential;
    // The current role. It is lowered together with the role of the token that began the session.
    return { ...session, role: rights.role, tokenId, rights };
  }

  /** Ends the session of a request permanently, also for copies of its cookie. Returns the ended session. */
  async end(headers: Headers): Promise<OpenSession | undefined> {
    const session = await this.sessionOf(headers);
    if (session === undefined) return undefined;
    const { workspaceId, token } = session;
    try {
      await this.#options.tokens.revokeWorkspaceToken({ workspaceId, token });
    } catch (error) {
      if (!(error instanceof RemoteFailure && error.failure?.kind === "not_found")) throw error;
    }
    return session;
  }

  /**
   * The credential of a request with a session: for its workspace or, with the header that names one, for one of its API keys. Undefined
   * without a valid session. Fails with PERMISSION_DENIED for a request from another page, and with NOT_FOUND for a key that the workspace
   * does not have: the session is still good, and to sign in again would not help.
   */
  async credentialOf(operation: Checked, headers: Headers): Promise<Credential | undefined> {
    if (this.#options.cookie.of(headers) === undefined) return undefined;
    if (!isFromOwnPage(headers))
      throw new Failure("permission_denied", "A session of the console is valid only for requests of the console's own pages.");
    const session = await this.sessionOf(headers);
    if (session === undefined) return undefined;
    const { workspaceId, tokenId, rights } = session;
    if (operation.auth === "workspace") return { level: "workspace", workspaceId, tokenId, rights, isForSession: true };
    return this.#actForNamed(session, headers);
  }

  async #actForNamed({ workspaceId, tokenId, rights }: CheckedSession, headers: Headers): Promise<Credential | undefined> {
    const apiKeyId = headers[this.#options.names.apiKey];
    if (typeof apiKeyId !== "string" || apiKeyId === "") return undefined;
    const access = idProblem(apiKeyId) === undefined ? await this.#options.access.of(workspaceId, apiKeyId) : undefined;
    if (access === undefined) throw notFound(`The workspace of this session has no API key ${shortened(apiKeyId)}.`);
    return { level: "apiKey", workspaceId, apiKeyId, tokenId, ...access, rights };
  }
}

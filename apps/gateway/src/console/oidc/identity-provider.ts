import * as oidc from "openid-client";

interface IdentityProviderOptions {
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** Where the identity provider sends people back to. */
  readonly redirectUri: string;
  /** Where it sends those who have signed out. */
  readonly signedOutUri: string;
}

/** What the answer of one sign-in is held against. */
interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the provider says of a person, and the signed text in which it says so. */
interface Vouched {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly idToken: string;
}

const timeoutS = 10;
const keptMs = 3_600_000;

/** The OpenID provider that vouches for people: authorization code with PKCE, state and nonce. */
export class IdentityProvider {
  readonly #options: IdentityProviderOptions;
  #known: { readonly config: oidc.Configuration; readonly untilMs: number } | undefined;

  constructor(options: IdentityProviderOptions) {
    this.#options = options;
  }

  /** Where a person goes to sign in, and what their return is held against. Fails when the provider cannot be asked what it offers. */
  async begin(): Promise<{ url: URL; expected: Expected }> {
    const config = await this.#discovered();
    const expected = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#options.redirectUri,
      scope: this.#options.scopes,
      code_challenge: await oidc.calculatePKCECodeChallenge(expected.verifier),
      code_challenge_method: "S256",
      state: expected.state,
      nonce: expected.nonce,
    });
    return { url, expected };
  }

  /**
   * What the provider says of the person that comes back with `query`. Fails when it says that they may not, when the answer is none to this question
   * (state, nonce, issuer, audience, signature, time), and when the code is none of its own.
   */
  async finish(query: string, { state, nonce, verifier }: Expected): Promise<Vouched> {
    const config = await this.#discovered();
    const tokens = await oidc.authorizationCodeGrant(config, new URL(this.#options.redirectUri + query), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    return { claims: { ...tokens.claims() }, idToken: tokens.id_token ?? "" };
  }

  /** Where a person goes to end their session at the provider too; undefined when it names no such place. Fails as `begin` does. */
  async endUrl(idToken: string | undefined): Promise<URL | undefined> {
    const config = await this.#discovered();
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
    const hint: Record<string, string> = idToken === undefined ? {} : { id_token_hint: idToken };
    return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: this.#options.signedOutUri, ...hint });
  }

  async #discovered(): Promise<oidc.Configuration> {
    if (this.#known !== undefined && performance.now() < this.#known.untilMs) return this.#known.config;
    const { issuer, clientId, clientSecret } = this.#options;
    const config = await oidc.discovery(issuer, clientId, undefined, clientAuthentication(clientSecret), {
      timeout: timeoutS,
      // The signature of what comes from the token endpoint is checked as well, although TLS would vouch for it.
      execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : [])],
    });
    this.#known = { config, untilMs: performance.now() + keptMs };
    return config;
  }
}

function clientAuthentication(secret: string | undefined): oidc.ClientAuth {
  return secret === undefined ? oidc.None() : oidc.ClientSecretPost(secret);
}

import * as oidc from "openid-client";

interface IdentityProviderOptions {
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** Where the identity provider sends people after signing in. */
  readonly redirectUri: string;
  /** Where it sends people after signing out. */
  readonly signedOutUri: string;
}

/** The values that the response to one sign-in must match. */
interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The provider's claims about a person, and the signed ID token that holds them. */
export interface Vouched {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly idToken: string;
}

const timeoutS = 10;
const keptMs = 3_600_000;

/** The OpenID provider for signing in: authorization code with PKCE, state and nonce. */
export class IdentityProvider {
  readonly #options: IdentityProviderOptions;
  #known: { readonly config: oidc.Configuration; readonly untilMs: number } | undefined;

  constructor(options: IdentityProviderOptions) {
    this.#options = options;
  }

  /**
   * The address at which a person signs in, and the values that the response must match. Fails when the provider's metadata cannot be
   * loaded.
   */
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
   * The provider's claims about the person who returns with `query`. Fails when the provider refuses them, when the response does not match
   * the request (state, nonce, issuer, audience, signature, time), and when the code is not valid.
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

  /** The address at which a person also ends their session at the provider; undefined when the provider has none. Fails as `begin` does. */
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
      // The ID token's signature is checked although the token comes over TLS.
      execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : [])],
    });
    this.#known = { config, untilMs: performance.now() + keptMs };
    return config;
  }
}

function clientAuthentication(secret: string | undefined): oidc.ClientAuth {
  return secret === undefined ? oidc.None() : oidc.ClientSecretPost(secret);
}

import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** Replacements for the contents of the next ID tokens. */
interface Told {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signed by a key that the provider does not publish. */
  readonly byStranger?: boolean;
  /** `error` of the redirect to the browser, in place of a code. */
  readonly error?: string;
  /** Answers every request with 503. */
  readonly isDown?: boolean;
}

export interface OpenIdProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  told: Told;
  /** The parameters of each sign-out. */
  readonly signedOut: Readonly<Record<string, string>>[];
}

interface Code {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

const keyId = "current";
const secondsPerHour = 3_600;

/**
 * An OpenID provider on this machine: authorization code with PKCE, codes valid once, ID tokens signed with RS256. Every user is signed in
 * there.
 */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const [own, stranger] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const codes = new Map<string, Code>();
  const jwk = { ...(await exportJWK(own.publicKey)), kid: keyId, alg: "RS256", use: "sig" };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "localhost");
  await once(server, "listening");
  // `localhost`, because browsers treat it as another site than the gateway at 127.0.0.1.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = {
    issuer,
    clientId: "parley-console",
    clientSecret: "only-for-tests",
    told: {} as Told,
    signedOut: [] as Record<string, string>[],
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return provider;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    if (provider.told.isDown) return json(response, 503, { error: "temporarily_unavailable" });
    if (pathname === "/sign-out") {
      provider.signedOut.push(Object.fromEntries(searchParams));
      return void response.writeHead(302, { location: searchParams.get("post_logout_redirect_uri") ?? "" }).end();
    }
    if (pathname === "/.well-known/openid-configuration") return json(response, 200, metadata(issuer));
    if (pathname === "/jwks") return json(response, 200, { keys: [jwk] });
    if (pathname === "/authorize") return authorize(searchParams, response);
    return json(response, ...(await token(new URLSearchParams(await text(request)))));
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = query.get("redirect_uri") ?? "";
    const back = new URL(redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    // Without a hash the challenge is the verifier itself, which is then visible in the browser's address.
    const error = query.get("code_challenge_method") === "S256" ? provider.told.error : "invalid_request";
    if (error !== undefined) back.searchParams.set("error", error);
    else {
      const code = randomBytes(16).toString("hex");
      codes.set(code, { nonce: query.get("nonce") ?? "", challenge: query.get("code_challenge") ?? "", redirectUri });
      back.searchParams.set("code", code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  async function token(form: URLSearchParams): Promise<[status: number, body: object]> {
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const isClient = form.get("client_id") === provider.clientId && form.get("client_secret") === provider.clientSecret;
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!isClient) return [401, { error: "invalid_client" }];
    if (code === undefined || code.redirectUri !== form.get("redirect_uri") || code.challenge !== proof)
      return [400, { error: "invalid_grant" }];
    return [200, { access_token: "unused", token_type: "Bearer", id_token: await idToken(code.nonce) }];
  }

  function idToken(nonce: string): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: issuer, aud: provider.clientId, sub: "alice-1", nonce, iat: now, exp: now + secondsPerHour };
    const jwt = new SignJWT({ ...usual, ...provider.told.claims }).setProtectedHeader({ alg: "RS256", kid: keyId });
    return jwt.sign((provider.told.byStranger ? stranger : own).privateKey);
  }
}

function metadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/sign-out`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

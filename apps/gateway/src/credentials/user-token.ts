import { createPrivateKey, createPublicKey, hash, type KeyObject, randomBytes, sign, verify } from "node:crypto";
import { longestUserTokenMs } from "@parley/kernel";
import { LRUCache } from "lru-cache";
import * as z from "zod";
import { accessRoles, type Grant, placeTypes } from "./grants.ts";

/** The content of a user's token. */
export interface UserClaims {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly grants: readonly Grant[];
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** Identifies the token; it is not a secret. */
  readonly tokenId: string;
}

/** The most characters of a token: many proxies accept headers of at most 8 KiB. */
export const longestToken = 7_000;

interface TokenKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const issuer = "parley";
const mostRemembered = 20_000;
// The PKCS #8 prefix of a 32-byte Ed25519 private key (RFC 8410).
const privateHead = Buffer.from("302e020100300506032b657004220420", "hex");

const claims = z.strictObject({
  iss: z.literal(issuer),
  aud: z.string(),
  sub: z.string(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
  resources: z.array(
    z.union([
      z.tuple([z.enum(placeTypes), z.string(), z.string(), z.enum(accessRoles)]),
      z.tuple([z.enum(placeTypes), z.string(), z.string(), z.enum(accessRoles), z.number()]),
    ]),
  ),
});

/**
 * Makes and reads users' tokens: JSON Web Tokens (RFC 7519) of a fixed form, signed with Ed25519 (EdDSA). No other form is accepted, so
 * there is no algorithm to negotiate. The signing keys are derived from the gateway's keys, like those of page tokens and sessions: they
 * are not stored, every gateway has them, and tokens signed with an older key remain valid while the gateways have that key. One key signs
 * for all API keys: separate keys would protect nothing, because the same process would hold all of them.
 */
export class UserTokens {
  readonly #keys: readonly [TokenKey, ...TokenKey[]];
  readonly #now: () => number;
  /** The claims of tokens whose signature is valid, by the token's hash: a page sends the same token with each request. */
  readonly #read = new LRUCache<string, UserClaims>({ max: mostRemembered });

  /** Takes seeds of 32 bytes each; the first seed's key signs new tokens. */
  constructor([newest, ...older]: readonly [Buffer, ...Buffer[]], now: () => number = Date.now) {
    this.#keys = [tokenKey(newest), ...older.map(tokenKey)];
    this.#now = now;
  }

  /**
   * Creates a token, and returns it with its expiry by this process's clock. `issuedAtMs` must come from the clock that dates revocations:
   * a process whose clock is ahead could otherwise make a token that seems newer than a later revocation.
   */
  issue(user: Omit<UserClaims, "expiresAtMs" | "tokenId">, expiresInMs: number): { token: string; expiresAtMs: number } {
    const [{ kid, privateKey }] = this.#keys;
    const expiresAtMs = this.#now() + Math.min(expiresInMs, longestUserTokenMs);
    const resources = user.grants.map(({ type, organizationId, id, role, expiresAtMs: endsAtMs }) => {
      return endsAtMs === undefined ? [type, organizationId, id, role] : [type, organizationId, id, role, endsAtMs];
    });
    const named = { iss: issuer, aud: user.apiKeyId, sub: user.userId };
    // Times include milliseconds, because a token may be made in the same second in which older ones are revoked.
    const times = { iat: user.issuedAtMs / 1_000, exp: expiresAtMs / 1_000 };
    const said = { ...named, ...times, jti: randomBytes(9).toString("base64url"), resources };
    const signed = `${encoded({ alg: "EdDSA", typ: "JWT", kid })}.${encoded(said)}`;
    return { token: `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`, expiresAtMs };
  }

  /** The claims of a token that one of the keys has signed, even if it has expired; undefined for any other text. */
  read(token: string): UserClaims | undefined {
    if (token.length > longestToken) return undefined;
    const name = hash("sha256", token, "base64");
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const found = this.#verified(token);
    if (found !== undefined) this.#read.set(name, found);
    return found;
  }

  /** The claims that `read` would return, if the signature need not be verified again. */
  known(token: string): UserClaims | undefined {
    return token.length > longestToken ? undefined : this.#read.get(hash("sha256", token, "base64"));
  }

  #verified(token: string): UserClaims | undefined {
    const [head = "", body = "", signature = "", ...rest] = token.split(".");
    const key = this.#keys.find(({ kid }) => head === encoded({ alg: "EdDSA", typ: "JWT", kid }));
    if (key === undefined || rest.length > 0) return undefined;
    const signed = Buffer.from(`${head}.${body}`);
    const given = Buffer.from(signature, "base64url");
    // Only the canonical spelling of a signature is accepted: the same bytes in another spelling would pass as a different token.
    if (given.toString("base64url") !== signature || !verify(null, signed, key.publicKey, given)) return undefined;
    // A later release may add claims. Unknown claims make the token invalid, because ignoring one could grant too much.
    const said = claims.safeParse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
    if (!said.success) return undefined;
    const { aud, sub, iat, exp, jti, resources } = said.data;
    const grants = resources.map(([type, organizationId, id, role, expiresAtMs]): Grant => {
      return { type, organizationId, id, role, ...(expiresAtMs === undefined ? {} : { expiresAtMs }) };
    });
    const times = { issuedAtMs: Math.round(iat * 1_000), expiresAtMs: Math.round(exp * 1_000) };
    return { apiKeyId: aud, userId: sub, grants, ...times, tokenId: jti };
  }
}

function tokenKey(seed: Buffer): TokenKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([privateHead, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey);
  const { x = "" } = publicKey.export({ format: "jwk" });
  return { kid: hash("sha256", x, "base64url").slice(0, 16), privateKey, publicKey };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

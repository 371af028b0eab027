import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import * as z from "zod";

/** A key that signs: Ed25519. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
}

/** A key that no longer signs: its public part, and the time of its retirement. Signatures from before that can still be verified. */
export interface RetiredKey {
  readonly id: string;
  /** 32 bytes. */
  readonly publicKey: Buffer;
  readonly retiredAtMs: number;
}

/** The keys of an installation: the newest signs. */
export interface AuditKeys {
  readonly signing: readonly [SigningKey, ...SigningKey[]];
  readonly retired: readonly RetiredKey[];
}

const publicKey = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
  /** When it stopped signing, in ms since the epoch; absent while it may sign. */
  retiredAt: z.int().nonnegative().optional(),
});

/** The public keys in the form of `/.well-known/jwks.json` (RFC 7517). */
export const auditKeySet = z.object({ keys: z.array(publicKey) });

export type AuditKeySet = z.infer<typeof auditKeySet>;
type PublicKey = AuditKeySet["keys"][number];

// PKCS #8 around the 32 bytes of a private key (RFC 8410).
const privateHead = Buffer.from("302e020100300506032b657004220420", "hex");

/** The signing key of 32 random bytes. */
export function signingKey(id: string, seed: Buffer): SigningKey {
  return { id, privateKey: createPrivateKey({ key: Buffer.concat([privateHead, seed]), format: "der", type: "pkcs8" }) };
}

/** The 32 bytes of the public part of a signing key. */
export function publicBytesOf({ privateKey }: SigningKey): Buffer {
  return Buffer.from(createPublicKey(privateKey).export({ format: "jwk" }).x ?? "", "base64url");
}

/** The public keys of an installation. */
export function keySetOf({ signing, retired }: AuditKeys): AuditKeySet {
  const published = (kid: string, bytes: Buffer) => ({ kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url"), kid }) as const;
  return {
    keys: [
      ...signing.map((key) => published(key.id, publicBytesOf(key))),
      ...retired.map(({ id, publicKey: bytes, retiredAtMs }) => ({ ...published(id, bytes), retiredAt: retiredAtMs })),
    ],
  };
}

export function publicKeyOf({ kty, crv, x }: PublicKey): KeyObject {
  return createPublicKey({ key: { kty, crv, x }, format: "jwk" });
}

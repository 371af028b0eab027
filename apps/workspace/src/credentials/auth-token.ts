import { authTokenHash, newAuthToken } from "@parley/kernel";

/** A token as it is found again: only its hash is compared, and only a part of that is looked up. */
export interface IdentifiedToken {
  readonly token: string;
  /** The first 8 bytes of the hash, in hex: an index finds the row by it, whatever that tells of timing, and logs may name it. */
  readonly tokenId: string;
  /** What decides, compared in constant time. */
  readonly tokenHash: Buffer;
}

export function identifyToken(token: string): IdentifiedToken {
  const tokenHash = authTokenHash(token);
  return { token, tokenId: tokenHash.subarray(0, 8).toString("hex"), tokenHash };
}

export function makeToken(): IdentifiedToken {
  return identifyToken(newAuthToken());
}

import type { KeyObject } from "node:crypto";
import { authTokenHash, newAuthToken } from "@parley/kernel";

/** A token for look-ups: the row is found by a part of the hash, and then the whole hash is compared. */
export interface IdentifiedToken {
  readonly token: string;
  /** The first 8 bytes of the hash, in hex: an index finds the row by it (its timing reveals nothing useful), and logs may contain it. */
  readonly tokenId: string;
  /** Compared in constant time; this comparison decides. */
  readonly tokenHash: Buffer;
}

export function identifyToken(token: string): IdentifiedToken {
  const tokenHash = authTokenHash(token);
  return { token, tokenId: tokenHash.subarray(0, 8).toString("hex"), tokenHash };
}

/** Makes tokens, each for an API key or a workspace, that the gateways recognise as issued here. */
export function tokenMaker(key: KeyObject): (principalId: string) => IdentifiedToken {
  return (principalId) => identifyToken(newAuthToken(principalId, key));
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { expandedKey, type SealingKey, type SealingKeys } from "./derived-keys.ts";

// The contents of a link to the webhook pages, which the workspace service seals and the gateways open.

/** The key that seals links, derived from a gateway's key. */
export function webhookPortalKeyOf(gatewayKey: SealingKey): SealingKey {
  return { id: gatewayKey.id, key: expandedKey(gatewayKey, "parley webhook portal") };
}

interface Frame {
  readonly expiresAtMs: number;
  readonly domains: readonly string[];
}

interface Opened {
  readonly expiresAtMs: number;
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly readOnly: boolean;
  /** The id of the token that made the link; absent or empty for a link that is not revoked with a token. */
  readonly tokenId?: string;
  /** The number of times that all links of the API key had been revoked when this link was made; absent for 0. */
  readonly epoch?: number;
}

const saltBytes = 32;
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/** Seals a value that only holders of the sealing keys can make and read, until it expires: AES-256-GCM, base64url, safe in a URL. */
class SealedUntil<Content extends { readonly expiresAtMs: number }> {
  readonly #purpose: string;

  constructor(purpose: string) {
    this.#purpose = `parley webhook portal, ${purpose}`;
  }

  seal(keys: SealingKeys, content: Content): string {
    const salt = randomBytes(saltBytes);
    const { key, iv } = this.#derived(keys[0], salt);
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    const text = Buffer.concat([cipher.update(JSON.stringify(content), "utf8"), cipher.final()]);
    return Buffer.concat([salt, cipher.getAuthTag(), text]).toString("base64url");
  }

  /** The sealed content; undefined when it was sealed for another purpose or has expired. */
  open(keys: readonly SealingKey[], sealed: string, nowMs: number = Date.now()): Content | undefined {
    const bytes = Buffer.from(sealed, "base64url");
    if (bytes.length <= saltBytes + tagBytes) return undefined;
    const text = keys.map((key) => this.#opened(key, bytes)).find((opened) => opened !== undefined);
    if (text === undefined) return undefined;
    // The tag was verified, so `seal` made this text.
    const content = JSON.parse(text) as Content;
    return content.expiresAtMs > nowMs ? content : undefined;
  }

  #opened(sealingKey: SealingKey, bytes: Buffer): string | undefined {
    const { key, iv } = this.#derived(sealingKey, bytes.subarray(0, saltBytes));
    const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
    decipher.setAuthTag(bytes.subarray(saltBytes, saltBytes + tagBytes));
    const text = decipher.update(bytes.subarray(saltBytes + tagBytes), undefined, "utf8");
    try {
      return text + decipher.final("utf8");
    } catch {
      // Another key may open it; none does if a bit was changed.
      return undefined;
    }
  }

  // Each sealing derives its own key, so that their number is unlimited.
  #derived({ key }: SealingKey, salt: Buffer): { key: Buffer; iv: Buffer } {
    const bytes = Buffer.from(hkdfSync("sha256", key, salt, this.#purpose, keyBytes + ivBytes));
    return { key: bytes.subarray(0, keyBytes), iv: bytes.subarray(keyBytes) };
  }
}

/** Part of the path: the sites whose pages may embed the link. */
export const webhookPortalFrame = new SealedUntil<Frame>("frame");

/** Part of the fragment: the access that the link grants. */
export const webhookPortalSecret = new SealedUntil<Opened>("secret");

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { SealingKeys } from "@parley/kernel";

/** A key of one workspace, under which its secrets are sealed. A version always means the same key. */
export interface DataKey {
  readonly workspaceId: string;
  readonly version: number;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** The place of a secret: a sealed text opens only in the place for which it was sealed. */
export interface SealedPlace {
  /** The kind of secret, for example `webhook_auth_token`. */
  readonly field: string;
  /** The owner of the secret: the API key or the provider. */
  readonly keyId: string;
}

/** A sealed text does not open: it was sealed under another key or for another place, or was altered. Never the caller's fault. */
export class SealingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SealingError";
  }
}

const keyBytes = 32;
const saltBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

export function newDataKey(workspaceId: string, version: number): DataKey {
  return { workspaceId, version, key: randomBytes(keyBytes) };
}

/** Seals a secret of the data key's workspace: `s1.<data key version>.<base64url>`. */
export function sealText(dataKey: DataKey, place: SealedPlace, secret: string): string {
  return `s1.${dataKey.version}.${encrypt(dataKey.key, dataBinding(dataKey, place), Buffer.from(secret, "utf8")).toString("base64url")}`;
}

/** Opens the result of `sealText` with this key for this place. Fails with `SealingError`. */
export function openText(dataKey: DataKey, place: SealedPlace, sealed: string): string {
  const what = `The sealed ${place.field} of ${place.keyId} in workspace ${dataKey.workspaceId}`;
  const { keyName, bytes } = partsOf(sealed, "s1", what);
  if (keyName !== String(dataKey.version)) throw new SealingError(`${what} was sealed under another version of the data key.`);
  return decrypt(dataKey.key, dataBinding(dataKey, place), bytes, what).toString("utf8");
}

/** The version of the data key that opens a sealed text. Fails with `SealingError` when the text has none. */
export function dataKeyVersionOf(sealed: string): number {
  const { keyName } = partsOf(sealed, "s1", "A sealed text");
  if (!/^[1-9]\d{0,8}$/.test(keyName)) throw new SealingError("A sealed text does not name a version of a data key.");
  return Number(keyName);
}

/**
 * The key-encryption keys, newest first: the newest seals, all of them open. Each sealing derives a key of its own from a random salt, so
 * that any number of texts may be sealed under one master key.
 */
export class MasterKeys {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly newestId: string;

  constructor(keys: SealingKeys) {
    this.newestId = keys[0].id;
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
    if (this.#keys.size !== keys.length) throw new SealingError("Two master keys have the same id.");
    if (keys.some(({ key }) => key.length !== keyBytes)) throw new SealingError(`A master key does not have ${keyBytes} bytes.`);
  }

  /** Seals bytes for the place that `binding` names: `m1.<master key id>.<base64url>`. */
  seal(binding: readonly string[], secret: Buffer): string {
    const salt = randomBytes(saltBytes);
    const encrypted = encrypt(derive(this.#keyOf(this.newestId), salt), masterBinding(binding), secret);
    return `m1.${this.newestId}.${Buffer.concat([salt, encrypted]).toString("base64url")}`;
  }

  /** Opens the result of `seal` for the same place. Fails with `SealingError`. */
  open(binding: readonly string[], sealed: string): Buffer {
    const what = `What was sealed for ${binding.join(" ")}`;
    const { keyName, bytes } = partsOf(sealed, "m1", what);
    const key = derive(this.#keyOf(keyName), bytes.subarray(0, saltBytes));
    return decrypt(key, masterBinding(binding), bytes.subarray(saltBytes), `${what} under the master key ${keyName}`);
  }

  /** Whether there is a key with this id, so that texts sealed with it can be opened. */
  has(id: string): boolean {
    return this.#keys.has(id);
  }

  /** Wraps a data key under the newest master key. */
  wrap({ workspaceId, version, key }: DataKey): string {
    return this.seal(dataKeyPlace(workspaceId, version), key);
  }

  /** Unwraps a data key. Fails with `SealingError`, with a message for the operator of the master keys. */
  unwrap(workspaceId: string, version: number, wrapped: string): DataKey {
    return { workspaceId, version, key: this.open(dataKeyPlace(workspaceId, version), wrapped) };
  }

  #keyOf(id: string): Buffer {
    const key = this.#keys.get(id);
    if (key === undefined)
      throw new SealingError(
        `PARLEY_MASTER_KEYS does not contain the key ${id}, under which secrets are sealed. Add it after the newest one.`,
      );
    return key;
  }
}

/** The id of the master key with which `MasterKeys.seal` sealed the text. */
export function masterKeyIdOf(sealed: string): string {
  return partsOf(sealed, "m1", "What was sealed under a master key").keyName;
}

function derive(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, "parley sealing 1", keyBytes));
}

function dataKeyPlace(workspaceId: string, version: number): string[] {
  return ["data_key", workspaceId, String(version)];
}

// JSON separates the parts, so that no two places have the same text. The first word separates the two formats.
function dataBinding({ workspaceId, version }: DataKey, { field, keyId }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify(["s1", workspaceId, field, keyId, version]));
}

function masterBinding(binding: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(["m1", ...binding]));
}

function partsOf(sealed: string, format: "s1" | "m1", what: string): { keyName: string; bytes: Buffer } {
  const [prefix, keyName, box, ...rest] = sealed.split(".");
  if (prefix !== format || keyName === undefined || box === undefined || rest.length > 0) {
    throw new SealingError(`${what} has a format that this version does not know.`);
  }
  const bytes = Buffer.from(box, "base64url");
  // The decoder skips characters that are not base64url, so the text must equal the one that was made.
  if (bytes.toString("base64url") !== box) throw new SealingError(`${what} was changed.`);
  return { keyName, bytes };
}

function encrypt(key: Buffer, binding: Buffer, secret: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes }).setAAD(binding);
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

function decrypt(key: Buffer, binding: Buffer, bytes: Buffer, what: string): Buffer {
  if (bytes.length < ivBytes + tagBytes) throw new SealingError(`${what} was cut.`);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(binding)
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new SealingError(`${what} does not open: the key is not the one that sealed it, or the text was changed or moved.`, { cause });
  }
}

import { createHash, randomBytes } from "node:crypto";
import { currentContext, type RequestContext } from "./request-context.ts";

/** Most characters of an id that a customer chooses. */
export const maxIdLength = 256;

/** Folder id that stands for "not in any folder"; no folder may have it. */
export const rootFolderId = "root";

// The C0 and C1 control characters and DEL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/** The problem with a customer's id, as a message, or undefined when the id is valid. */
export function idProblem(value: string): string | undefined {
  if (value.length === 0) return "must not be empty";
  if (isLongerThan(value, maxIdLength)) return `must have at most ${maxIdLength} characters`;
  if (controlCharacter.test(value)) return "must not contain control characters";
  return undefined;
}

// Characters are code points, which can take two UTF-16 units.
function isLongerThan(value: string, characters: number): boolean {
  return value.length > characters && (value.length > 2 * characters || [...value].length > characters);
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random base62 text; 22 characters hold 131 bits. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256: bytes above it would favour the first letters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** An id made by a service: `<prefix>_<22 base62 characters>`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(22)}`;
}

const made = new WeakMap<RequestContext, number>();

/**
 * Like `newId`, but within a request that has an idempotency key, the n-th id is the same in every repeat of the request. For rows that a
 * repeat may find and leave as they are, not for secrets.
 */
export function deterministicId(prefix: string): string {
  const call = currentContext();
  if (call?.idempotencyKey === undefined) return newId(prefix);
  const nth = made.get(call) ?? 0;
  made.set(call, nth + 1);
  const digest = createHash("sha256").update(`${call.idempotencyKey}\0${prefix}\0${nth}`).digest("hex");
  let rest = BigInt(`0x${digest}`);
  let text = "";
  for (; text.length < 22; rest /= 62n) text += alphabet[Number(rest % 62n)];
  return `${prefix}_${text}`;
}

/** The service's own id of an organization: stable, and computable for an organization that does not exist. */
export function organizationOwnId(apiKeyId: string, organizationId: string): string {
  return createHash("sha256").update(`${apiKeyId}\0${organizationId}`).digest("hex").slice(0, 32);
}

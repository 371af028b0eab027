import { CompactSign, compactVerify, decodeProtectedHeader, errors } from "jose";
import type * as z from "zod";
import { type AuditKeySet, publicKeyOf, type SigningKey } from "./keys.ts";

const algorithm = "EdDSA";

/** The reason why a signed text is not trusted. */
export type SignatureProblem = "unreadable" | "unknown_key" | "bad_signature";

/** Signs a value of a type: a JWS in its compact form. */
export function signed(type: string, value: object, { id, privateKey }: SigningKey): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(value))).setProtectedHeader({ alg: algorithm, kid: id, typ: type }).sign(privateKey);
}

/** A value whose signature is valid, with the key that signed it; or the reason why it is not trusted. */
type ReadSigned<Value> =
  | { readonly value: Value; readonly keyId: string; readonly retiredAt: number | undefined }
  | { readonly problem: SignatureProblem };

/** Reads a signed value of a type and verifies its signature with the published keys. */
export async function readSigned<Form extends z.ZodType>(
  jws: string,
  type: string,
  form: Form,
  keys: AuditKeySet,
): Promise<ReadSigned<z.output<Form>>> {
  const keyId = keyIdOf(jws);
  if (keyId === undefined) return { problem: "unreadable" };
  const key = keys.keys.find(({ kid }) => kid === keyId);
  if (key === undefined) return { problem: "unknown_key" };
  try {
    const { payload, protectedHeader } = await compactVerify(jws, publicKeyOf(key), { algorithms: [algorithm] });
    const read = form.safeParse(JSON.parse(Buffer.from(payload).toString("utf8")));
    if (!read.success || protectedHeader.typ !== type) return { problem: "unreadable" };
    return { value: read.data, keyId, retiredAt: key.retiredAt };
  } catch (error) {
    if (error instanceof errors.JOSEError) return { problem: "bad_signature" };
    if (error instanceof SyntaxError) return { problem: "unreadable" };
    throw error;
  }
}

function keyIdOf(jws: string): string | undefined {
  try {
    return decodeProtectedHeader(jws).kid;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

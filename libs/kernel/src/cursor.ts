import { invalid } from "./failure.ts";

/** Where a keyset page ended: the values of the order's columns, in the order's order. */
export type Cursor = readonly (string | number)[];

/** A cursor as the opaque text of a `page_token` between services. It is not a secret and carries no authority: every statement names the API key. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** Reads a cursor whose values must have these types; the empty text is the first page (undefined). Fails with `invalid_argument`. */
export function decodeCursor(token: string, types: readonly ("string" | "number")[]): Cursor | undefined {
  if (token === "") return undefined;
  const problem = invalid("page_token", "page_token is not one that this service returned.");
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
  } catch {
    throw problem;
  }
  if (!Array.isArray(value) || value.length !== types.length) throw problem;
  if (value.some((item, index) => typeof item !== types[index])) throw problem;
  return value as Cursor;
}

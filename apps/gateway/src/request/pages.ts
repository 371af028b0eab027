import { hash } from "node:crypto";
import { canonicalJson, type PageTokens } from "@parley/kernel";
import type { Credential } from "../credentials/credential.ts";
import { scopeOf } from "../credentials/credential.ts";
import type { Operation } from "../operations/operation.ts";
import { refusalOf } from "./envelope.ts";

/** Page tokens of one request: bound to the caller, the operation and the filters, which is all of `data` but the page itself. */
export class RequestPages {
  readonly #tokens: PageTokens;
  readonly #binding: string;

  constructor(tokens: PageTokens, operation: Operation, credential: Credential, data: Record<string, unknown>) {
    const { pageSize: _size, pageToken: _token, ...filters } = data;
    this.#tokens = tokens;
    this.#binding = `${scopeOf(credential)}\n${operation.path}\n${hash("sha256", canonicalJson(filters), "base64")}`;
  }

  /** `data` with the service's own cursor in place of the customer's token. */
  open(data: Record<string, unknown>): Record<string, unknown> {
    const token = data.pageToken;
    if (typeof token !== "string") return data;
    const cursor = this.#tokens.open(this.#binding, token);
    if (cursor === undefined) {
      throw refusalOf([{ field: "pageToken", message: "pageToken is not one that this operation returned for these filters." }]);
    }
    return { ...data, pageToken: cursor };
  }

  /** The token of the next page, null on the last. */
  seal(cursor: string): string | null {
    return cursor === "" ? null : this.#tokens.seal(this.#binding, cursor);
  }
}

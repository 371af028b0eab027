import { hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { canonicalJson, type PageTokens } from "@parley/kernel";
import { type Credential, callerOf } from "../credentials/credential.ts";
import type { Operation } from "../operations/operation.ts";
import { refusalOf } from "./envelope.ts";

// Writing a part of this length takes about a third of a millisecond.
const partLength = 64 * 1024;
// The result of a response, its data, and the lists within that.
const levels = 3;

// The request fields for paging, and the name of the operation that page tokens are bound to. Both operations of the feed use the name
// `changes`, so that they share their cursors.
const ofPages = { token: "pageToken", own: ["pageToken", "pageSize"], bindingOf: ({ path }: Operation) => path };
const ofIterators = { token: "iterator", own: ["iterator", "limit"], bindingOf: ({ path }: Operation) => path };
const ofFeed = { token: "cursor", own: ["cursor", "pageSize", "waitMs", "include"], bindingOf: () => "changes" };
// Positions in the feed that need no cursor.
const openPlaces = new Set<unknown>(["start", "now"]);

/** The page tokens of one request: bound to the caller, the operation and the filters, which are all of `data` except the paging fields. */
export class RequestPages {
  readonly #tokens: PageTokens;
  readonly #binding: string;
  readonly #field: string;

  constructor(tokens: PageTokens, operation: Operation, credential: Credential, data: Record<string, unknown>) {
    const { token, own, bindingOf } = operation.feed ? ofFeed : operation.paged === "iterator" ? ofIterators : ofPages;
    const filters = Object.fromEntries(Object.entries(data).filter(([key]) => !own.includes(key)));
    this.#tokens = tokens;
    this.#field = token;
    this.#binding = `${callerOf(credential)}\n${bindingOf(operation)}\n${hash("sha256", canonicalJson(filters), "base64")}`;
  }

  /** `data` with the service's own cursor instead of the customer's token. */
  open(data: Record<string, unknown>): Record<string, unknown> {
    const field = this.#field;
    const token = data[field];
    if (typeof token !== "string" || openPlaces.has(token)) return data;
    const cursor = this.#tokens.open(this.#binding, token);
    if (cursor === undefined) {
      throw refusalOf([{ field, message: `${field} is not a value that this operation returned for these filters.` }]);
    }
    return { ...data, [field]: cursor };
  }

  /** The data of a page with an iterator, which is part of the data. */
  iterated(data: unknown, cursor: string): object {
    const iterator = this.seal(cursor);
    return { ...(data as object), iterator, prevIterator: null, done: iterator === null };
  }

  /** The token of the next page; null on the last page. */
  seal(cursor: string): string | null {
    return cursor === "" ? null : this.#tokens.seal(this.#binding, cursor);
  }
}

/**
 * The JSON of a response with a list, as `JSON.stringify` writes it. A long list is written in parts, one in each turn of the event loop,
 * so that other requests wait only for a part.
 */
export async function pageText(answer: { readonly result: unknown }): Promise<string> {
  const { data } = answer.result as { readonly data?: unknown };
  if (isShort(data)) return JSON.stringify(answer);
  let text = "";
  let end = 0;
  for (const fragment of fragments(answer, levels)) {
    if (text.length >= end) {
      await nextTurn();
      end = text.length + partLength;
    }
    text += fragment;
  }
  await nextTurn();
  return text;
}

// Estimated from the first, middle and last item: the items of a list are alike, and measuring each would cost as much as writing them.
function isShort(data: unknown): boolean {
  const items: unknown[] = Array.isArray(data) ? data : Object.values(data ?? {}).flat();
  const lengthOf = (index: number) => JSON.stringify(items[index])?.length ?? 0;
  return items.length * Math.max(lengthOf(0), lengthOf(items.length >> 1), lengthOf(items.length - 1)) <= partLength;
}

function* fragments(value: unknown, depth: number): Generator<string> {
  if (Array.isArray(value)) {
    yield "[";
    for (const [index, item] of value.entries()) yield `${index === 0 ? "" : ","}${JSON.stringify(item) ?? "null"}`;
    yield "]";
    return;
  }
  if (depth === 0 || typeof value !== "object" || value === null) {
    yield JSON.stringify(value);
    return;
  }
  let before = "{";
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* fragments(item, depth - 1);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

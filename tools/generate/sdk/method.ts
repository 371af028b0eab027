import type { Schema } from "./json-schema.ts";
import type { Type } from "./types.ts";

/** What an operation answers, as a client hands it on. */
export type Answer =
  | { readonly kind: "nothing" }
  | { readonly kind: "value"; readonly type: Type }
  /** The only item of a list. */
  | { readonly kind: "single"; readonly type: Type }
  /** An entry for each item of the request. */
  | { readonly kind: "batch"; readonly entry: Type }
  /** The entry of the only item of the request. */
  | { readonly kind: "entry"; readonly type: Type }
  /** `item` is what a page has many of; a page whose data is no list is an item itself. */
  | { readonly kind: "pages"; readonly data: Type; readonly item: Type }
  /** A page of a feed, with the cursor of the next. */
  | { readonly kind: "feed"; readonly type: Type }
  /** Server-sent events. */
  | { readonly kind: "stream" };

/** A method of a client. */
export interface Method {
  /** `users.list` */
  readonly sdk: string;
  readonly resource: string;
  readonly name: string;
  readonly path: string;
  readonly auth: "apiKey" | "workspace" | "admin" | "user";
  readonly mutates: boolean;
  readonly bodyCredentials: boolean;
  /** Its answer holds a secret, or a link that opens one. */
  readonly showsSecret: boolean;
  /** Longest time in ms that the gateway takes, where it is not the usual one. */
  readonly timeoutMs: number | undefined;
  readonly summary: string;
  readonly description: string;
  /** Name of the struct of the request. */
  readonly request: string;
  /** The form of the request, with all that it refers to in it. */
  readonly form: Schema;
  readonly example: unknown;
  readonly answer: Answer;
  /** Set when it reads one thing: the client's field for its id, and the list of ids in which it is sent. */
  readonly single?: { readonly id: string; readonly ids: string };
  /** Set when it sends one item: the client's field for it, and the list in which it is sent. */
  readonly oneItem?: { readonly item: string; readonly items: string };
  /** Fields that the method sets itself. */
  readonly sets: Readonly<Record<string, unknown>>;
}

/** The types that an answer is made of. */
export function typesOf(answer: Answer): Type[] {
  if (answer.kind === "value" || answer.kind === "single" || answer.kind === "entry" || answer.kind === "feed") return [answer.type];
  if (answer.kind === "batch") return [answer.entry];
  return answer.kind === "pages" ? [answer.data] : [];
}

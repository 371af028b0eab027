import { type Operation, requestName, type Schema } from "./document.ts";
import type { Type } from "./types.ts";

/** The result of an operation, as a client returns it. */
export type Answer =
  | { readonly kind: "nothing" }
  | { readonly kind: "value"; readonly type: Type }
  /** The only item of a list. */
  | { readonly kind: "single"; readonly type: Type }
  /** An entry for each item of the request. */
  | { readonly kind: "batch"; readonly entry: Type }
  /** The entry of the only item of the request. */
  | { readonly kind: "entry"; readonly type: Type }
  /** `item` is one entry of a page; a page whose data is not a list is itself an item. */
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
  /** Whether its response has a secret, or a link that reveals one. */
  readonly showsSecret: boolean;
  /** The gateway's time limit in ms, if it is not the default. */
  readonly timeoutMs: number | undefined;
  readonly summary: string;
  readonly description: string;
  /** Name of the request's struct. */
  readonly request: string;
  /** The schema of the request, with all references resolved. */
  readonly form: Schema;
  readonly example: unknown;
  readonly answer: Answer;
  /** Set for a method that reads one item: the client's field that holds its id, and the list of ids in the request. */
  readonly single?: { readonly id: string; readonly ids: string };
  /** Set for a method that sends one item: the client's field that holds the item, and the list in the request. */
  readonly oneItem?: { readonly item: string; readonly items: string };
  /** Fields that the method itself sets. */
  readonly sets: Readonly<Record<string, unknown>>;
}

/** The types in an answer. */
export function typesOf(answer: Answer): Type[] {
  if (answer.kind === "value" || answer.kind === "single" || answer.kind === "entry" || answer.kind === "feed") return [answer.type];
  if (answer.kind === "batch") return [answer.entry];
  return answer.kind === "pages" ? [answer.data] : [];
}

/** A method that follows a feed, which each client implements by hand. */
export type Watch = Pick<Method, "sdk" | "resource" | "name" | "request" | "example">;

export function watchOf({ "x-sdk-name": sdk = "", "x-sdk-by-hand": as, requestBody }: Operation): Watch[] {
  if (as === undefined) return [];
  const [resource = "", name = ""] = sdk.split(".");
  return [{ sdk, resource, name, request: requestName(as), example: requestBody.content["application/json"].example.data }];
}

import type { DescMethodUnary, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type * as z from "zod";
import type { AuthLevel, Credential, Role } from "../credentials/credential.ts";
import type { ErrorBody } from "../errors/error-answer.ts";
import { aliasOf } from "./alias.ts";
import type { ResourceName } from "./resources.ts";
import type { StreamShape } from "./stream-shape.ts";

/** A request and an answer that the documentation shows; a test sends the one and compares the form of the other. */
export interface Example {
  readonly request: Record<string, unknown>;
  /** `result.data` of the answer (the whole `result` of an operation with its own result shape). */
  readonly response: unknown;
}

/** One operation of the HTTP interface, declared once: router, validation, OpenAPI document and tests walk the same list. */
export interface OperationDeclaration<Method extends DescMethodUnary, Request extends z.ZodType, Level extends AuthLevel> {
  readonly path: `/v${1 | 2}/${string}`;
  /** What generated clients call it: resource and method. Absent only for another version of a path that has one. */
  readonly sdk?: `${ResourceName}.${string}`;
  /** A second method for a request that is answered in another form, with what it sets in the request. */
  readonly sdkVariant?: { readonly name: `${ResourceName}.${string}`; readonly sets: Readonly<Record<string, unknown>> };
  readonly auth: Level;
  /** One sentence for the list of operations. */
  readonly summary: string;
  /** What else a caller must know: rules, limits, what happens on a repeat. Markdown. */
  readonly description?: string;
  readonly rpc: Method;
  readonly request: Request;
  /** The form of `result.data`; absent when the answer carries no data (`null`). */
  readonly response?: z.ZodType;
  readonly message: string | ((response: MessageShape<Method["output"]>) => string);
  readonly example: Example;
  readonly toRpc: (data: z.output<Request>, credential: Credential<Level>) => MessageInitShape<Method["input"]>;
  /** Answers `result.data`; absent means `null`. */
  readonly fromRpc?: (response: MessageShape<Method["output"]>, data: z.output<Request>, credential: Credential<Level>) => unknown;
  /**
   * The request takes `pageSize` and `pageToken`, the answer carries `result.nextPageToken`; the RPC speaks plain cursors. `pageToken`: the answer
   * carries the same token under that name too.
   */
  readonly paged?: true | "pageToken";
  /** Lists in the request that name what is asked for: an empty one asks for nothing, and is answered so. */
  readonly filters?: readonly (keyof z.output<Request> & string)[];

  // What only a few operations differ in.

  /** What a session of the console needs, where it is not what `roleFor` makes of level and effect. */
  readonly role?: Role;

  /** Whether a link to the webhook pages opens it, if its role allows it. */
  readonly portal?: true;

  /** Sentence that goes before what is wrong with the fields (operation 17). */
  readonly invalidMessage?: string;
  /** Further keys beside `data` in `result`. */
  readonly extras?: (response: MessageShape<Method["output"]>, data: z.output<Request>) => Record<string, unknown>;
  /** `none`: the answer has no `data` at all. `bare`: what `fromRpc` answers is the whole `result`. */
  readonly resultShape?: "none" | "bare";
  /** HTTP status of a success when it is not 200. */
  readonly successStatus?: 202;
  /** Turns an answer of the RPC into an error envelope with its HTTP status (operation 3). */
  readonly failWhen?: (response: MessageShape<Method["output"]>) => { status: number; error: ErrorBody } | undefined;
  /** `number`: errors carry the HTTP status as `code` (operations 6 and 12). `not-found`: NOT_FOUND is `{code, message}` (operation 13). */
  readonly errorCode?: "number" | "not-found";
  /** The installation's admin token opens it too, in place of the workspace's. */
  readonly orAdmin?: true;
  /** Only for an API key whose advanced-queries option is on (decisions, operations 5 and 13). */
  readonly advancedQueries?: true;
  /** `data.apiKey` and `data.authToken` must equal the headers (operation 2). */
  readonly bodyCredentials?: true;
  /**
   * The answer is kept nowhere, also not for an idempotency key: of that is known only that the request was done. Says whether an answer of the
   * RPC means that it was; else, as after an error, the key is free again.
   */
  readonly ephemeral?: (response: MessageShape<Method["output"]>) => boolean;
  /** It waits for something outside, or for other work: of these only a part of all requests that run may be. */
  readonly waits?: true;
  /** Longest time in ms that the operation may take, when the gateway's default is too short. */
  readonly timeoutMs?: number;
}

/** A declaration whose types have been checked and need no longer be known. */
export interface Operation extends Omit<OperationDeclaration<DescMethodUnary, z.ZodType, AuthLevel>, "toRpc" | "fromRpc" | "filters"> {
  readonly filters?: readonly string[];
  readonly toRpc: (data: unknown, credential: Credential) => object;
  readonly fromRpc?: (response: never, data: unknown, credential: Credential) => unknown;
  /** The other version of the path, which does the same. */
  readonly alias?: string;
  /** Whether it changes something: then it takes an `Idempotency-Key`. */
  readonly mutates: boolean;
  readonly service: DescService;
  /** Set when the RPC streams its answers (`streamOperation`). */
  readonly stream?: StreamShape;
}

/** What has to be known of a path before its body is read, and when a request for it is refused. */
export interface Route
  extends Pick<Operation, "alias" | "auth" | "orAdmin" | "role" | "portal" | "mutates" | "waits" | "timeoutMs" | "errorCode"> {
  readonly path: string;
}

/** Declares an operation. */
export function operation<const Method extends DescMethodUnary, Request extends z.ZodType, const Level extends AuthLevel>(
  declaration: OperationDeclaration<Method, Request, Level>,
): Operation {
  const alias = aliasOf(declaration.path);
  return {
    ...(declaration as unknown as Operation),
    ...(alias === undefined ? {} : { alias }),
    mutates: declaration.rpc.idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS,
    service: declaration.rpc.parent,
  };
}

/** What a session of the console needs to call it: looking is for everyone, the workspace's own things are for administrators. */
export function roleFor({ role, mutates, auth }: Pick<Operation, "role" | "mutates" | "auth">): Role {
  if (role !== undefined) return role;
  if (!mutates) return "read";
  return auth === "apiKey" ? "act" : "administrate";
}

/** Where it answers. */
export function pathsOf({ path, alias }: Pick<Route, "path" | "alias">): string[] {
  return alias === undefined ? [path] : [path, alias];
}

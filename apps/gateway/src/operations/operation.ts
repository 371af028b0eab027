import type { DescMethodUnary, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type * as z from "zod";
import type { AuthLevel, Credential } from "../credentials/credential.ts";
import type { Grant } from "../credentials/grants.ts";
import type { OrganizationField, Role } from "../credentials/rights.ts";
import type { ErrorBody } from "../errors/error-answer.ts";
import type { Removal } from "./dry-run.ts";
import { ruleSentences } from "./field-rules.ts";
import { organizationFieldOf } from "./fields.ts";
import type { NamedPerson, Reach } from "./reach.ts";
import { type ResourceName, resources } from "./resources.ts";
import type { StreamShape } from "./stream-shape.ts";
import { listOf } from "./texts.ts";

/** An example in the documentation; a test sends the request and compares the shape of the response. */
export interface Example {
  readonly request: Record<string, unknown>;
  /** `result.data` of the response (the whole `result` when `resultShape` is `bare`). */
  readonly response: unknown;
  /** The values of `extraFields`. */
  readonly extras?: Readonly<Record<string, unknown>>;
}

/** How a client reads a single item with an operation that lists items by id. */
export interface Single {
  /** Its name in generated clients. */
  readonly sdk: `${ResourceName}.retrieve`;
  /** The field of the request that lists ids, and the client's name for one of them. */
  readonly ids: string;
  readonly id: string;
  /** The other fields of the client's method: required and optional ones. */
  readonly needs: readonly string[];
  readonly takes?: readonly string[];
  /** The kind of item, as in messages. */
  readonly thing: string;
}

/** How a client adds a single item with an operation that takes a list. */
export interface OneItem {
  /** Its name in generated clients. */
  readonly sdk: `${ResourceName}.create`;
  /** The field of the request that lists the items, and the client's name for one of them. */
  readonly items: string;
  readonly item: string;
}

/** The claims of a user's token that is to be created. */
export interface TokenRequest {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly grants: readonly Grant[];
  readonly expiresInMs: number;
}

/** One operation of the HTTP interface, declared once: router, validation, OpenAPI document and tests walk the same list. */
export interface OperationDeclaration<Method extends DescMethodUnary, Request extends z.ZodType, Level extends AuthLevel> {
  readonly path: `/v${1 | 2}/${string}`;
  /** Its name in generated clients: resource and method. */
  readonly sdk: `${ResourceName}.${string}`;
  /** The clients' method of this name follows a feed and is written by hand; it takes the parameters of the method named here. */
  readonly sdkByHand?: `${ResourceName}.${string}`;
  /** A second client method for requests whose response has another form, with the fields that it sets in the request. */
  readonly sdkVariant?: { readonly name: `${ResourceName}.${string}`; readonly sets: Readonly<Record<string, unknown>> };
  /** A client method that reads one item by its id; the operation takes `one`, with `oneId`. */
  readonly single?: Single;
  /** A client method that adds one item and returns its entry. */
  readonly oneItem?: OneItem;
  readonly auth: Level;
  /** The lowest role that may call it: `read` to see, `act` to change content, `administrate` to grant access, show a secret or erase. */
  readonly role: Role;
  /** A title of at most eight words for the list of operations. */
  readonly summary: string;
  /** Limits, the effect of a repeat and other rules for callers, in Markdown. The rules of the request are appended. */
  readonly description?: string;
  readonly rpc: Method;
  readonly request: Request;
  /** The schema of `result.data`; absent when the response carries no data (`null`). */
  readonly response?: z.ZodType;
  readonly message: string | ((response: MessageShape<Method["output"]>) => string);
  readonly example: Example;
  readonly toRpc: (data: z.output<Request>, credential: Credential<Level>) => MessageInitShape<Method["input"]>;
  /** Returns `result.data`; absent means `null`. */
  readonly fromRpc?: (response: MessageShape<Method["output"]>, data: z.output<Request>, credential: Credential<Level>) => unknown;
  /**
   * The request takes `pageSize` and `pageToken`, the response has the next token as `result.nextPageToken` and `result.pageToken`; the RPC
   * uses plain cursors. `iterator`: the request takes `limit` and `iterator` instead, and `data` has `iterator`, `prevIterator` and `done`.
   */
  readonly paged?: true | "iterator";
  /** The request takes a `cursor`, the response has `result.nextCursor` and `result.upToDate`; the RPC uses plain cursors. */
  readonly feed?: true;
  /** Request lists that select by id: an empty one selects nothing, and the response is empty. */
  readonly filters?: readonly (keyof z.output<Request> & string)[];

  // Options that only a few operations use.

  /** The data that the operation removes. With `dryRun` nothing is removed, and the services count instead. */
  readonly removes?: (data: z.output<Request>, credential: Credential<Level>) => Removal;

  /** Each call is recorded in the audit log, although its role is not `administrate`, because it removes or exports data. */
  readonly audited?: true;

  /** The people in a request with `verifyUserPermissions` who must be users of its document. */
  readonly verifies?: (data: object) => Iterable<NamedPerson>;
  /** For an operation of users in browsers: the rights that it needs of the user's token. */
  readonly reach?: Reach;
  /**
   * For an operation that issues a user's token: the claims of the token. It is created after the RPC has succeeded, and is the operation's
   * data.
   */
  readonly issues?: (data: z.output<Request>, credential: Credential<Level>, response: MessageShape<Method["output"]>) => TokenRequest;

  /** The field of the RPC's request that has the fields of the operation's; the names of invalid fields lose it. */
  readonly rpcField?: string;

  /** Set if the organizations in the request are not those in which the operation acts. */
  readonly organizations?: "none";

  /** Whether a link to the webhook pages may call it, if its role allows it. */
  readonly portal?: true;

  /** The first sentence of a message about invalid fields. */
  readonly invalidMessage?: string;
  /** Further fields next to `data` in `result`. */
  readonly extras?: (
    response: MessageShape<Method["output"]>,
    data: z.output<Request>,
    credential: Credential<Level>,
  ) => Record<string, unknown>;
  /** The schemas of the further fields, for the documentation. */
  readonly extraFields?: Readonly<Record<string, z.ZodType>>;
  /** `none`: the response has no `data` at all. `bare`: the result of `fromRpc` is the whole `result`. */
  readonly resultShape?: "none" | "bare";
  /** The HTTP status of a success, if not 200. */
  readonly successStatus?: 202;
  /** Turns a response of the RPC into an error response with its HTTP status. */
  readonly failWhen?: (response: MessageShape<Method["output"]>) => { status: number; error: ErrorBody } | undefined;
  /** The form of that error's `details`, if it has any, for the documentation. */
  readonly ownError?: { readonly status: number; readonly description: string; readonly details: z.ZodType };
  /** `number`: errors have the HTTP status as `code`. `not-found`: NOT_FOUND is `{code, message}`, without a status. `json-rpc`: JSON-RPC's. */
  readonly errorCode?: "number" | "not-found" | "json-rpc";
  /** Whether the installation's admin token may be used instead of the workspace's. */
  readonly orAdmin?: true;
  /** Whether it needs the API key's advanced-queries option. */
  readonly advancedQueries?: true;
  /** `data.apiKey` and `data.authToken` must equal the headers. */
  readonly bodyCredentials?: true;
  /**
   * Set if the response must not be stored: for an idempotency key it is only recorded that the request was done. The function tells from
   * the RPC's response whether it was done. If not, or after an error, the key can be used again.
   */
  readonly ephemeral?: (response: MessageShape<Method["output"]>) => boolean;
  /** Whether the response has a secret in plain text, or a link that grants access: such an operation is never offered to agents. */
  readonly showsSecret?: true;
  /** Whether it waits for an outside service or other work: such requests may only be a part of all running ones. */
  readonly waits?: true;
  /** Whether it takes much processor time: an API key runs few such requests at once, even when it is alone. */
  readonly isCostly?: true;
  /** Whether it is a stream that stays open: it counts as a stream, not as a running request. */
  readonly lasts?: true;
  /** The longest time in ms that the operation may take, if the gateway's default is too short. */
  readonly timeoutMs?: number;
}

/** A declaration whose types have been checked and are not needed any more. */
export interface Operation
  extends Omit<
    OperationDeclaration<DescMethodUnary, z.ZodType, AuthLevel>,
    "toRpc" | "fromRpc" | "extras" | "filters" | "removes" | "issues" | "organizations"
  > {
  readonly filters?: readonly string[];
  readonly toRpc: (data: unknown, credential: Credential) => object;
  readonly fromRpc?: (response: never, data: unknown, credential: Credential) => unknown;
  readonly extras?: (response: never, data: unknown, credential: Credential) => Record<string, unknown>;
  readonly removes?: (data: unknown, credential: Credential) => Removal;
  readonly issues?: (data: unknown, credential: Credential, response: never) => TokenRequest;
  /** The resource of the operation: the first word of its `sdk` name. */
  readonly resource: ResourceName;
  /** The request field that names the organizations in which it acts; `none` if there is none. */
  readonly organizations: OrganizationField | "none";
  /** The path in the other version, with the same effect. */
  readonly alias?: string;
  /** Whether it changes data, and so takes an `Idempotency-Key`. */
  readonly mutates: boolean;
  /** Whether its calls are recorded in the audit log. */
  readonly isAudited: boolean;
  readonly service: DescService;
  /** Set for a response that is a stream (`streamOperation`, `followOperation`). */
  readonly stream?: StreamShape;
  /** Whether the stream has the results of the RPC called again and again. */
  readonly isFollowed?: true;
}

/** The part of an operation that is needed before the body is read, and for refusing a request. */
export interface Route
  extends Pick<
      Operation,
      "alias" | "auth" | "orAdmin" | "role" | "portal" | "reach" | "mutates" | "waits" | "lasts" | "timeoutMs" | "errorCode" | "rpcField"
    >,
    Partial<Pick<Operation, "resource" | "organizations">> {
  readonly path: string;
}

/** Declares an operation. */
export function operation<const Method extends DescMethodUnary, Request extends z.ZodType, const Level extends AuthLevel>(
  declaration: OperationDeclaration<Method, Request, Level>,
): Operation {
  const alias = aliasOf(declaration.path);
  const description = describedWithRules(declaration);
  return {
    ...(declaration as unknown as Operation),
    ...(description === "" ? {} : { description }),
    ...(alias === undefined ? {} : { alias }),
    resource: resourceOf(declaration.sdk),
    organizations: declaration.organizations ?? organizationFieldOf(declaration.request),
    mutates: declaration.rpc.idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS,
    isAudited: isAudited(declaration),
    service: declaration.rpc.parent,
  };
}

/** Operations of administrators, of workspaces and of the installation are recorded, and those declared as `audited`. */
export function isAudited(operation: Pick<Operation, "audited" | "auth" | "role">): boolean {
  return operation.audited === true || operation.auth === "workspace" || operation.auth === "admin" || operation.role === "administrate";
}

/** The group of an operation, by its name in clients. */
export function resourceOf(sdk: Operation["sdk"]): ResourceName {
  const [resource = ""] = sdk.split(".");
  if (!(resource in resources)) throw new Error(`${sdk} is about ${resource}, which is not among the resources.`);
  return resource as ResourceName;
}

/** The description, with the rules of the request at the end of its list. */
export function describedWithRules({ description = "", request }: Pick<Operation, "description" | "request">): string {
  const rules = listOf(ruleSentences(request));
  const separator = description === "" || rules === "" ? "" : description.includes("\n\n- ") ? "\n" : "\n\n";
  return `${description}${separator}${rules}`;
}

/** The paths of a route. */
export function pathsOf({ path, alias }: Pick<Route, "path" | "alias">): string[] {
  return alias === undefined ? [path] : [path, alias];
}

const withoutAlias = /^\/v\d\/(workspace\/(?!domains\/)|(rewriter|webhooks|changes|me)\/)/;

// The path in the other version; undefined for operations that only one version has.
function aliasOf(path: string): string | undefined {
  if (withoutAlias.test(path)) return undefined;
  return path.startsWith("/v1/") ? `/v2/${path.slice(4)}` : `/v1/${path.slice(4)}`;
}

import type { DescMethodUnary, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type * as z from "zod";
import type { AuthLevel, Credential } from "../credentials/credential.ts";
import type { Grant } from "../credentials/grants.ts";
import type { OrganizationField, Role } from "../credentials/rights.ts";
import type { ErrorBody } from "../errors/error-answer.ts";
import type { Removal } from "./dry-run.ts";
import { ruleSentences } from "./field-rules.ts";
import { organizationFieldOf } from "./organization-field.ts";
import type { Reach } from "./reach.ts";
import { type ResourceName, resources } from "./resources.ts";
import type { StreamShape } from "./stream-shape.ts";

/** A request and its response for the documentation; a test sends the request and compares the response's shape. */
export interface Example {
  readonly request: Record<string, unknown>;
  /** `result.data` of the response (the whole `result` when `resultShape` is `bare`). */
  readonly response: unknown;
  /** What `extraFields` are then. */
  readonly extras?: Readonly<Record<string, unknown>>;
}

/** How one thing is read by a list that selects by id. */
export interface Single {
  /** Its name in generated clients. */
  readonly sdk: `${ResourceName}.retrieve`;
  /** The field of the request that lists ids, and the client's name for one of them. */
  readonly ids: string;
  readonly id: string;
  /** The fields that the client's method takes beside the id: those that it needs, and those that it may be given. */
  readonly needs: readonly string[];
  readonly takes?: readonly string[];
  /** The kind of thing, as messages say it. */
  readonly thing: string;
}

/** How one thing is added by an operation that takes a list. */
export interface OneItem {
  /** Its name in generated clients. */
  readonly sdk: `${ResourceName}.create`;
  /** The field of the request that lists the items, and the client's name for one of them. */
  readonly items: string;
  readonly item: string;
}

/** A token of a user that is to be made. */
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
  /** The clients' method of that name follows a feed and is written by hand; it takes what the method named here takes. */
  readonly sdkByHand?: `${ResourceName}.${string}`;
  /** A second client method for a request whose response has another form, with the fields that it sets in the request. */
  readonly sdkVariant?: { readonly name: `${ResourceName}.${string}`; readonly sets: Readonly<Record<string, unknown>> };
  /** A client method that reads one thing by its id; the operation takes `one`, with `oneId`. */
  readonly single?: Single;
  /** A client method that adds one item and returns its entry. */
  readonly oneItem?: OneItem;
  readonly auth: Level;
  /** The least role that may call it: `read` to see, `act` to change content, `administrate` for what grants access, shows a secret or erases. */
  readonly role: Role;
  /** One sentence for the list of operations. */
  readonly summary: string;
  /** What else a caller must know: limits, the effect of a repeat. Markdown. The rules of the request follow as a paragraph. */
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
   * The request takes `pageSize` and `pageToken`, the response carries `result.nextPageToken`; the RPC uses plain cursors. `pageToken`: the
   * response carries the same token under that name too. `iterator`: the request takes `limit` and `iterator` in their place, and `data`
   * carries `iterator`, `prevIterator` and `done`.
   */
  readonly paged?: true | "pageToken" | "iterator";
  /** The request takes a `cursor`, the response carries `result.nextCursor` and `result.upToDate`; the RPC uses plain cursors. */
  readonly feed?: true;
  /** Lists in the request that select by id: an empty one selects nothing, and the response is empty. */
  readonly filters?: readonly (keyof z.output<Request> & string)[];

  // Options that only a few operations use.

  /** What it removes. Its request takes `dryRun`: then nothing is removed, and the services count what would be. */
  readonly removes?: (data: z.output<Request>, credential: Credential<Level>) => Removal;

  /** Each call is recorded in the audit log, though its role is not `administrate`: it removes or exports. */
  readonly audited?: true;

  /** Of an operation for users in their browsers: what it needs of the user's token. */
  readonly reach?: Reach;
  /** Once its RPC has been done a user's token with these claims is made, which is its data. */
  readonly issues?: (data: z.output<Request>, credential: Credential<Level>) => TokenRequest;

  /** Whether a link to the webhook pages may call it, if its role allows it. */
  readonly portal?: true;

  /** A sentence to begin the message about invalid fields with. */
  readonly invalidMessage?: string;
  /** Further keys beside `data` in `result`. */
  readonly extras?: (response: MessageShape<Method["output"]>, data: z.output<Request>) => Record<string, unknown>;
  /** The schemas of those that each response has, for the documentation. */
  readonly extraFields?: Readonly<Record<string, z.ZodType>>;
  /** `none`: the response has no `data` at all. `bare`: the result of `fromRpc` is the whole `result`. */
  readonly resultShape?: "none" | "bare";
  /** HTTP status of a success when it is not 200. */
  readonly successStatus?: 202;
  /** Turns a response of the RPC into an error envelope with its HTTP status. */
  readonly failWhen?: (response: MessageShape<Method["output"]>) => { status: number; error: ErrorBody } | undefined;
  /** `number`: errors carry the HTTP status as `code`. `not-found`: NOT_FOUND is `{code, message}`, without a status. */
  readonly errorCode?: "number" | "not-found";
  /** The installation's admin token may call it too, in place of the workspace's. */
  readonly orAdmin?: true;
  /** Only for an API key whose advanced-queries option is on. */
  readonly advancedQueries?: true;
  /** `data.apiKey` and `data.authToken` must equal the headers. */
  readonly bodyCredentials?: true;
  /**
   * The response is stored nowhere, not even for an idempotency key, which only records that the request was done. The function says
   * whether a response of the RPC means that it was; otherwise, as after an error, the key is free again.
   */
  readonly ephemeral?: (response: MessageShape<Method["output"]>) => boolean;
  /** The response holds a secret in plain text, or a link that opens one: agents are never offered the operation. */
  readonly showsSecret?: true;
  /** It waits for something outside, or for other work: only a part of all running requests may be of this kind. */
  readonly waits?: true;
  /** It goes on until somebody ends it: it takes one of the places for streams, and none of other requests. */
  readonly lasts?: true;
  /** Longest time in ms that the operation may take, when the gateway's default is too short. */
  readonly timeoutMs?: number;
}

/** A declaration whose types have been checked and need not be known here. */
export interface Operation
  extends Omit<OperationDeclaration<DescMethodUnary, z.ZodType, AuthLevel>, "toRpc" | "fromRpc" | "filters" | "removes" | "issues"> {
  readonly filters?: readonly string[];
  readonly toRpc: (data: unknown, credential: Credential) => object;
  readonly fromRpc?: (response: never, data: unknown, credential: Credential) => unknown;
  readonly removes?: (data: unknown, credential: Credential) => Removal;
  readonly issues?: (data: unknown, credential: Credential) => TokenRequest;
  /** What it is about: the first word of its `sdk` name. */
  readonly resource: ResourceName;
  /** Where a request names its organizations; `none` where it names none. */
  readonly organizations: OrganizationField | "none";
  /** The other version of the path, with the same effect. */
  readonly alias?: string;
  /** Whether it changes something: then it takes an `Idempotency-Key`. */
  readonly mutates: boolean;
  readonly service: DescService;
  /** Set when the RPC streams its responses (`streamOperation`). */
  readonly stream?: StreamShape;
}

/** The part of an operation that is needed before the body is read, and when a request is refused. */
export interface Route
  extends Pick<
      Operation,
      "alias" | "auth" | "orAdmin" | "role" | "portal" | "reach" | "mutates" | "waits" | "lasts" | "timeoutMs" | "errorCode"
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
    organizations: organizationFieldOf(declaration.request),
    mutates: declaration.rpc.idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS,
    service: declaration.rpc.parent,
  };
}

/** What an operation is about, by its name in clients. */
export function resourceOf(sdk: Operation["sdk"]): ResourceName {
  const [resource = ""] = sdk.split(".");
  if (!(resource in resources)) throw new Error(`${sdk} is about ${resource}, which is not among the resources.`);
  return resource as ResourceName;
}

/** The description with the rules of the request as its last paragraph. */
export function describedWithRules({ description, request }: Pick<Operation, "description" | "request">): string {
  return [description, ruleSentences(request).join(" ")].filter((paragraph) => paragraph).join("\n\n");
}

/** The paths at which it is served. */
export function pathsOf({ path, alias }: Pick<Route, "path" | "alias">): string[] {
  return alias === undefined ? [path] : [path, alias];
}

const withoutAlias = /^\/v\d\/(workspace\/(?!domains\/)|(rewriter|webhooks|activities|changes|recordings|me)\/)/;

// The path in the other version; undefined for operations that only one version has (compatibility, Paths).
function aliasOf(path: string): string | undefined {
  if (withoutAlias.test(path)) return undefined;
  return path.startsWith("/v1/") ? `/v2/${path.slice(4)}` : `/v1/${path.slice(4)}`;
}

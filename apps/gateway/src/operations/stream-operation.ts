import type { DescMethodServerStreaming, DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import type { ActivityService } from "@parley/contracts/activity";
import type * as z from "zod";
import type { AuthLevel, Credential } from "../credentials/credential.ts";
import { organizationFieldOf } from "./fields.ts";
import { describedWithRules, type Example, isAudited, type Operation, type OperationDeclaration, resourceOf } from "./operation.ts";
import type { StreamShape } from "./stream-shape.ts";

type Shared = "path" | "sdk" | "sdkByHand" | "summary" | "description" | "role" | "timeoutMs" | "waits" | "lasts" | "feed" | "reach";

interface Streamed<Method extends DescMethodServerStreaming | DescMethodUnary, Request extends z.ZodType, Level extends AuthLevel>
  extends Pick<OperationDeclaration<DescMethodUnary, Request, Level>, Shared> {
  readonly auth: Level;
  readonly request: Request;
  /** The schema of `result` if the response may be plain JSON; absent if it is always a stream. */
  readonly response?: z.ZodType;
  /** `response` is that `result`, or null. */
  readonly example: Example;
  readonly toRpc: (data: z.output<Request>, credential: Credential<Level>) => MessageInitShape<Method["input"]>;
  readonly stream: StreamShape<Method>;
}

/**
 * An operation whose response is a stream of server-sent events, from the first response of its RPC on; an earlier failure is JSON as
 * usual.
 */
interface StreamOperationDeclaration<Method extends DescMethodServerStreaming, Request extends z.ZodType, Level extends AuthLevel>
  extends Streamed<Method, Request, Level> {
  readonly rpc: Method;
}

/** The same for a feed: the gateway calls the RPC whenever there may be changes (`followChanges`). */
interface FollowOperationDeclaration<Request extends z.ZodType, Level extends AuthLevel>
  extends Streamed<typeof ActivityService.method.readChanges, Request, Level> {
  readonly follows: typeof ActivityService.method.readChanges;
}

/** Declares an operation that streams. It takes no `Idempotency-Key`: a stream is not stored. */
export function streamOperation<const Method extends DescMethodServerStreaming, Request extends z.ZodType, const Level extends AuthLevel>(
  declaration: StreamOperationDeclaration<Method, Request, Level>,
): Operation {
  return streamed(declaration, declaration.rpc);
}

/** Declares an operation that streams what follows in a feed. */
export function followOperation<Request extends z.ZodType, const Level extends AuthLevel>({
  follows,
  ...declaration
}: FollowOperationDeclaration<Request, Level>): Operation {
  return { ...streamed(declaration as unknown as Declared, follows), isFollowed: true };
}

type Declared = StreamOperationDeclaration<DescMethodServerStreaming, z.ZodType, AuthLevel>;

function streamed(declaration: object, rpc: DescMethodServerStreaming | DescMethodUnary): Operation {
  const { sdk, request, ...rest } = declaration as Declared;
  const fixed = { message: "", resultShape: "bare", mutates: false } as const;
  return {
    ...(declaration as unknown as Operation),
    ...fixed,
    rpc: rpc as DescMethodUnary,
    description: describedWithRules({ ...rest, request }),
    resource: resourceOf(sdk),
    organizations: organizationFieldOf(request),
    isAudited: isAudited(rest),
    service: rpc.parent,
  };
}

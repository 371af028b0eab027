import type { DescMethodServerStreaming, DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import type * as z from "zod";
import type { AuthLevel, Credential } from "../credentials/credential.ts";
import { describedWithRules, type Example, isAudited, type Operation, type OperationDeclaration, resourceOf } from "./operation.ts";
import { organizationFieldOf } from "./organization-field.ts";
import type { StreamShape } from "./stream-shape.ts";

type Shared = "path" | "sdk" | "sdkByHand" | "summary" | "description" | "role" | "timeoutMs" | "waits" | "lasts" | "feed" | "reach";

/**
 * An operation whose response is a stream of server-sent events, from the first response of its RPC on; an earlier failure is JSON as
 * usual.
 */
interface StreamOperationDeclaration<Method extends DescMethodServerStreaming, Request extends z.ZodType, Level extends AuthLevel>
  extends Pick<OperationDeclaration<DescMethodUnary, Request, Level>, Shared> {
  readonly auth: Level;
  readonly rpc: Method;
  readonly request: Request;
  /** The schema of `result` if the response may be plain JSON; absent if it is always a stream. */
  readonly response?: z.ZodType;
  /** `response` is that `result`, or null. */
  readonly example: Example;
  readonly toRpc: (data: z.output<Request>, credential: Credential<Level>) => MessageInitShape<Method["input"]>;
  readonly stream: StreamShape<Method>;
}

/** Declares an operation that streams. It takes no `Idempotency-Key`: a stream is not stored. */
export function streamOperation<const Method extends DescMethodServerStreaming, Request extends z.ZodType, const Level extends AuthLevel>(
  declaration: StreamOperationDeclaration<Method, Request, Level>,
): Operation {
  const { rpc, sdk } = declaration;
  const organizations = organizationFieldOf(declaration.request);
  const fixed = { message: "", resultShape: "bare", mutates: false } as const;
  const description = describedWithRules(declaration);
  const derived = { description, resource: resourceOf(sdk), organizations, isAudited: isAudited(declaration), service: rpc.parent };
  return { ...(declaration as unknown as Operation), ...fixed, ...derived };
}

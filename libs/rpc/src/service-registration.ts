import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import type { ErrorReporter } from "./answer-error.ts";
import type { CallOrigin, ServedCall } from "./served-call.ts";
import type { ServedMethod } from "./served-method.ts";

/** A service with everything around its handlers, ready for a server (`createRpcServer`) or the local transport. */
export interface ServiceRegistration {
  readonly service: DescService;
  /** Called with what goes wrong around the methods. */
  readonly reporter: ErrorReporter;
  /** By the method's name in the proto. */
  readonly methods: ReadonlyMap<string, ServedMethod>;
  /** Adds the same methods to one of Connect's own adapters. */
  route(router: ConnectRouter): void;
  /** Opens a call with the time that its caller gives it, within the service's bounds. */
  open(method: DescMethod, origin: CallOrigin, timeoutMs: number | undefined): ServedCall;
  /** Refuses a caller from the network without a token, or whose token is not for the method; asked before the request is read. */
  admit(method: DescMethod, authorization: string | undefined): void;
  /** Ends the calls that have no end of their own, when the server begins to close. */
  close?(): void;
}

import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import type { ErrorReporter } from "./answer-error.ts";
import type { CallOrigin, ServedCall } from "./served-call.ts";
import type { ServedMethod } from "./served-method.ts";

/** A service with everything around its handlers, ready for a server (`createRpcServer`) or the local transport. */
export interface ServiceRegistration {
  readonly service: DescService;
  /** Called with errors outside of the methods. */
  readonly reporter: ErrorReporter;
  /** By the method's name in the proto. */
  readonly methods: ReadonlyMap<string, ServedMethod>;
  /** Adds the same methods to one of Connect's own adapters. */
  route(router: ConnectRouter): void;
  /** Opens a call with the time that its caller allows, within the service's limits. */
  open(method: DescMethod, origin: CallOrigin, timeoutMs: number | undefined): ServedCall;
  /** Refuses a caller from the network without a token, or with a token that is not for the method; called before the request is read. */
  admit(method: DescMethod, authorization: string | undefined): void;
  /** Ends the calls that would not end by themselves, when the server begins to close. */
  close?(): void;
}

import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import type { ErrorReporter } from "./answer-error.ts";
import type { CallOrigin, ServedCall } from "./served-call.ts";
import type { ServedMethod } from "./served-method.ts";

/** A service with all the work around its handlers, ready for a server (`createRpcServer`) or the local transport. */
export interface ServiceRegistration {
  readonly service: DescService;
  /** Called with errors outside of the methods. */
  readonly reporter: ErrorReporter;
  /** By the method's name in the proto. */
  readonly methods: ReadonlyMap<string, ServedMethod>;
  /** Adds the same methods to one of Connect's own adapters. */
  route(router: ConnectRouter): void;
  /** Opens a call with the caller's time-out, within the service's limits. */
  open(method: DescMethod, origin: CallOrigin, timeoutMs: number | undefined): ServedCall;
  /** Refuses a network caller without a token, or with a token that may not call the method; called before the request is read. */
  admit(method: DescMethod, authorization: string | undefined): void;
  /** Ends calls that would not end by themselves, when the server begins to close. */
  close?(): void;
}

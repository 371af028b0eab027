import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { createServiceImplSpec, type MethodImplSpec, type ServiceImpl } from "@connectrpc/connect";
import { Failure } from "@parley/kernel";
import { failureError } from "./answer-error.ts";
import { addRoute } from "./connect-routes.ts";
import { ServedCall } from "./served-call.ts";
import type { ServeOptions } from "./served-method.ts";
import { type ServedMethod, serveStream, serveUnary } from "./served-method.ts";
import type { ServiceRegistration } from "./service-registration.ts";
import { ServiceTokens } from "./service-tokens.ts";
import { single } from "./single.ts";

export interface ImplementOptions extends ServeOptions {
  /** The tokens that callers over the network may present, in the form of `ServiceTokens`. Calls within the process carry none. */
  readonly tokens: readonly string[];
  /** Whether a caller with a named token may call the method; when absent, every caller may. */
  readonly mayCall?: (caller: string, method: DescMethod) => boolean;
  /** Serves callers without a token as well: only health and reflection. */
  readonly open?: boolean;
  /** The time-out of a unary call whose caller sets none. A stream has none then: it lives as long as its caller. */
  readonly defaultTimeoutMs: number;
  /** The longest time-out that the caller of a unary call may set. Of an open service, both bound streams, too. */
  readonly maxTimeoutMs: number;
}

/** Wraps every method of a service in the work around each call: token, request context, checks of the request, errors, report, trace. */
export function implement<Service extends DescService>(
  service: Service,
  implementation: ServiceImpl<Service>,
  options: ImplementOptions,
): ServiceRegistration {
  const tokens = new ServiceTokens(options.tokens);
  const methods = new Map<string, ServedMethod>();
  for (const spec of Object.values(createServiceImplSpec(service, implementation).methods)) {
    methods.set(spec.method.name, serve(spec, options));
  }

  const open: ServiceRegistration["open"] = (method, origin, timeoutMs) => {
    const isBounded = method.methodKind === "unary" || options.open === true;
    const time = isBounded
      ? Math.min(timeoutMs ?? options.defaultTimeoutMs, options.maxTimeoutMs)
      : (timeoutMs ?? Number.POSITIVE_INFINITY);
    return new ServedCall(method, origin, time);
  };

  const admit: ServiceRegistration["admit"] = (method, authorization) => {
    if (options.open === true) return;
    const caller = tokens.callerOf(authorization);
    if (caller?.name !== undefined && options.mayCall?.(caller.name, method) === false)
      throw refuse(method, "permission_denied", `${caller.name} may not call ${service.typeName}/${method.name}.`);
    if (caller === undefined) throw refuse(method, "unauthenticated", "A service token is required: authorization: Bearer <token>.");
  };

  const refuse = (method: DescMethod, code: "unauthenticated" | "permission_denied", message: string) => {
    options.observe?.({ service: service.typeName, method: method.name, code, durationMs: 0, transport: "network" });
    return failureError(new Failure(code, message, code === "permission_denied" ? { reason: "caller_not_permitted" } : {}));
  };

  const route: ServiceRegistration["route"] = (router) => {
    for (const served of methods.values()) addRoute(router, served, open);
  };

  return { service, reporter: options, methods, open, admit, route };
}

function serve(spec: MethodImplSpec, options: ServeOptions): ServedMethod {
  switch (spec.kind) {
    case "unary":
      return serveUnary(spec.method, spec.impl, options);
    case "server_streaming":
      return serveStream(
        spec.method,
        async function* (requests, call) {
          yield* spec.impl(await single(requests), call);
        },
        options,
      );
    case "client_streaming":
      return serveStream(
        spec.method,
        async function* (requests, call) {
          yield await spec.impl(requests, call);
        },
        options,
      );
    case "bidi_streaming":
      return serveStream(spec.method, spec.impl, options);
  }
}

import type { DescMethod } from "@bufbuild/protobuf";
import type { ConnectRouter, HandlerContext } from "@connectrpc/connect";
import type { ServedCall } from "./served-call.ts";
import { isUnary, type ServedMethod } from "./served-method.ts";
import type { ServiceRegistration } from "./service-registration.ts";
import { once, single } from "./single.ts";

/** Adds a method to one of Connect's own adapters; opens each call from the adapter's context. */
export function addRoute(router: ConnectRouter, served: ServedMethod, open: ServiceRegistration["open"]): void {
  if (isUnary(served)) {
    router.rpc(served.method, (request, context) => served.run(request, openCall(served.method, context, open)));
    return;
  }
  const { method, run } = served;
  switch (method.methodKind) {
    case "server_streaming":
      router.rpc(method, (request, context) => run(once(request), openCall(method, context, open)));
      return;
    case "client_streaming":
      router.rpc(method, (requests, context) => single(run(requests, openCall(method, context, open))));
      return;
    case "bidi_streaming":
      router.rpc(method, (requests, context) => run(requests, openCall(method, context, open)));
  }
}

function openCall(method: DescMethod, context: HandlerContext, open: ServiceRegistration["open"]): ServedCall {
  const { protocolName, requestMethod, url, requestHeader, responseHeader, responseTrailer } = context;
  const origin = { transport: "network", protocolName, requestMethod, url, requestHeader, responseHeader, responseTrailer } as const;
  const call = open(method, origin, context.timeoutMs());
  call.follow(context.signal);
  return call;
}

import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { OutgoingCall } from "./outgoing-call.ts";

interface RpcClientOptions {
  /** How long a call may take when neither the call being served nor the caller says less; 10 s. */
  readonly defaultTimeoutMs?: number;
  /** The methods that may be called; all when absent. Any other is a bug of the caller. */
  readonly methods?: ReadonlySet<DescMethod>;
  /** Whether spans are recorded; only worth it while a tracer is registered. */
  readonly tracing?: boolean;
}

/**
 * A client that passes on what the call being served must not lose: request id, time left, cancellation, trace. Every call ends with an
 * answer or a `RemoteFailure`; only when the call being served has no time left, nothing is sent and its own `deadline_exceeded` is thrown.
 */
export function createRpcClient<Service extends DescService>(
  service: Service,
  transport: Transport,
  options: RpcClientOptions = {},
): Client<Service> {
  return createClient(service, withCall(transport, options));
}

function refuseUndeclared(method: DescMethod, { methods }: RpcClientOptions): void {
  if (methods?.has(method) === false)
    throw new Error(`${method.parent.typeName}/${method.name} is called by a module that does not declare it.`);
}

function withCall(transport: Transport, options: RpcClientOptions): Transport {
  const { defaultTimeoutMs = 10_000, tracing = false } = options;
  return {
    async unary(method, signal, timeoutMs, header, input, contextValues) {
      refuseUndeclared(method, options);
      const call = new OutgoingCall(method, signal, timeoutMs ?? defaultTimeoutMs, header, tracing);
      try {
        return await call.run(() => transport.unary(method, call.signal, call.timeoutMs, call.headers, input, contextValues));
      } catch (error) {
        throw call.fail(error);
      } finally {
        call.finish();
      }
    },
    async stream(method, signal, timeoutMs, header, input, contextValues) {
      refuseUndeclared(method, options);
      const call = new OutgoingCall(method, signal, timeoutMs ?? defaultTimeoutMs, header, tracing);
      try {
        const answer = await call.run(() => transport.stream(method, call.signal, call.timeoutMs, call.headers, input, contextValues));
        return { ...answer, message: call.answers(answer.message) };
      } catch (error) {
        const failure = call.fail(error);
        call.finish();
        throw failure;
      }
    },
  };
}

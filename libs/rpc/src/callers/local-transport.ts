import { create, type DescMessage, type DescMethod, type Message, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import type { HeadersInit } from "../headers/idempotency-key.ts";
import type { CallOrigin, ServedCall } from "../served/served-call.ts";
import { isUnary, type ServedMethod } from "../served/served-method.ts";
import type { ServiceRegistration } from "../served/service-registration.ts";
import { UnaryAnswer } from "./unary-answer.ts";

/**
 * Calls services of the same process: the same methods as over the network, with their checks, deadlines, errors and headers, but without
 * serialisation. Messages pass by reference, so **a handler must not change its request, nor a caller the response**: the other side may
 * still use it. Registrations are looked up at the first call of each method, so a client may be created before the service that it calls.
 */
export function createLocalTransport(registrations: () => readonly ServiceRegistration[]): Transport {
  const targets = new Map<DescMethod, Target>();
  const targetOf = (method: DescMethod): Target => {
    const target = targets.get(method) ?? findTarget(registrations(), method);
    targets.set(method, target);
    return target;
  };
  return {
    async unary(method, signal, timeoutMs, header, input) {
      const { registration, served } = targetOf(method);
      if (!isUnary(served)) throw notServed(method);
      const call = openCall(registration, method, signal, timeoutMs, header);
      try {
        const message = (await served.run(create(method.input, input), call)) as MessageShape<typeof method.output>;
        return new UnaryAnswer(method, message, () => [call.responseHeader, call.responseTrailer]);
      } catch (error) {
        rethrow(error, call);
      }
    },
    async stream(method, signal, timeoutMs, header, input) {
      const { registration, served } = targetOf(method);
      if (isUnary(served)) throw notServed(method);
      const call = openCall(registration, method, signal, timeoutMs, header);
      const answers = served.run(created(method.input, input), call)[Symbol.asyncIterator]();
      // A handler sets its headers before its first message, so they are complete now.
      const first = await answers.next().catch((error: unknown) => rethrow(error, call));
      const message = resumed(first, answers) as AsyncIterable<MessageShape<typeof method.output>>;
      return { stream: true, service: method.parent, method, message, header: call.responseHeader, trailer: call.responseTrailer };
    },
  };
}

interface Target {
  readonly registration: ServiceRegistration;
  readonly served: ServedMethod;
}

function findTarget(registrations: readonly ServiceRegistration[], method: DescMethod): Target {
  const registration = registrations.find(({ service }) => service.typeName === method.parent.typeName);
  const served = registration?.methods.get(method.name);
  if (registration === undefined || served === undefined) throw notServed(method);
  return { registration, served };
}

function notServed(method: DescMethod): ConnectError {
  return new ConnectError(`This process does not serve ${method.parent.typeName}/${method.name}.`, Code.Unimplemented);
}

function openCall(
  registration: ServiceRegistration,
  method: DescMethod,
  signal: AbortSignal | undefined,
  timeoutMs: number | undefined,
  header: HeadersInit,
): ServedCall {
  const url = `local:/${method.parent.typeName}/${method.name}`;
  const origin = { transport: "local", protocolName: "connect", requestMethod: "POST", url, requestHeader: headersOf(header) } as const;
  const call = registration.open(method, origin, timeoutMs !== undefined && timeoutMs > 0 ? timeoutMs : undefined);
  if (signal !== undefined) call.follow(signal);
  return call;
}

// A client of this process passes a plain object: creating `Headers` would cost more than reading all of them.
function headersOf(header: HeadersInit): CallOrigin["requestHeader"] {
  if (header === undefined || header instanceof Headers || Array.isArray(header)) return new Headers(header);
  const given = header as Record<string, string>;
  for (const name in given) if (name !== name.toLowerCase()) return lowered(given);
  return given;
}

function lowered(header: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(header).map(([name, value]) => [name.toLowerCase(), value]));
}

// As over the network, the metadata of an error are the headers and trailers of the response.
function rethrow(error: unknown, call: ServedCall): never {
  if (error instanceof ConnectError && call.hasResponseHeaders) {
    for (const headers of [call.responseHeader, call.responseTrailer])
      for (const [name, value] of headers) error.metadata.append(name, value);
  }
  throw error;
}

async function* created<Desc extends DescMessage>(type: Desc, items: AsyncIterable<MessageInitShape<Desc>>): AsyncIterable<Message> {
  for await (const item of items) yield create(type, item);
}

async function* resumed(first: IteratorResult<Message>, rest: AsyncIterator<Message>): AsyncIterable<Message> {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

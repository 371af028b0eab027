import { create, type DescMessage, type DescMethodUnary, type MessageInitShape } from "@bufbuild/protobuf";
import { appendHeaders, type UnaryResponse } from "@connectrpc/connect";
import { createMethodSerializationLookup } from "@connectrpc/connect/protocol";
import {
  contentTypeUnaryProto,
  errorFromJsonBytes,
  trailerDemux,
  validateResponseWithCompression,
} from "@connectrpc/connect/protocol-connect";
import type { HttpAnswer } from "../exchange/http-exchange.ts";
import { toHeaders } from "../headers/idempotency-key.ts";
import { UnaryAnswer } from "./unary-answer.ts";

/** The caller's half of Connect's unary binary protocol, for one method. */
export interface UnaryCodec<I extends DescMessage, O extends DescMessage> {
  readonly path: string;
  encode(request: MessageInitShape<I>): Uint8Array;
  /** Fails with the `ConnectError` of the response. */
  decode(answer: HttpAnswer): UnaryResponse<I, O>;
}

export function unaryCodec<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  pathPrefix: string,
  maxMessageBytes: number,
): UnaryCodec<I, O> {
  const serialization = createMethodSerializationLookup(method, undefined, undefined, {
    readMaxBytes: maxMessageBytes,
    writeMaxBytes: maxMessageBytes,
  });
  const input = serialization.getI(true);
  const output = serialization.getO(true);
  return {
    path: `${pathPrefix}/${method.parent.typeName}/${method.name}`,
    encode: (request) => input.serialize(create(method.input, request)),
    decode(answer) {
      // A usual response is decoded without `Headers`; any other goes through Connect's own decoding.
      if (answer.status !== 200 || answer.headers["content-type"] !== contentTypeUnaryProto) refuse(answer);
      const message = output.parse(answer.body);
      return new UnaryAnswer(method, message, () => trailerDemux(toHeaders(answer.headers)));
    },
  };
}

function refuse({ status, headers, body }: HttpAnswer): void {
  const all = toHeaders(headers);
  const { isUnaryError, unaryError } = validateResponseWithCompression("unary", [], true, status, all);
  if (isUnaryError) throw errorFromJsonBytes(body, appendHeaders(...trailerDemux(all)), unaryError);
}

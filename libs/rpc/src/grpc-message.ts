import type { Http2ServerResponse } from "node:http2";

const name = "grpc-message";
// gRPC encodes what is not visible ASCII, and the percent sign.
const encoded = /[^ -$&-~]+/gu;

/**
 * Sends the messages of gRPC failures as gRPC encodes them. Connect's adapter encodes every punctuation mark, which @grpc/grpc-js, for one, does not
 * decode: its users would read `%3A` for each colon.
 */
export function readableGrpcMessages(response: Http2ServerResponse): void {
  const addTrailers = response.addTrailers.bind(response);
  response.addTrailers = (trailers) => {
    const message = trailers[name];
    addTrailers(typeof message === "string" ? { ...trailers, [name]: readable(message) } : trailers);
  };
}

function readable(message: string): string {
  return decodeURIComponent(message).replace(encoded, encodeURIComponent);
}

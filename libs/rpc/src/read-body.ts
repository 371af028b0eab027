import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import { Code, ConnectError } from "@connectrpc/connect";

/** The body of a request of at most `maxBytes`. What comes after that is discarded, so that the caller can still read why. */
export function readBody(request: IncomingMessage | Http2ServerRequest, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers["content-length"]);
    if (declared > maxBytes) return reject(tooLarge(`message size ${declared}`, "readMaxBytes", maxBytes));

    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else reject(tooLarge("message size", "readMaxBytes", maxBytes));
    });
    request.on("end", () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
    request.on("error", (cause) =>
      reject(new ConnectError("The request did not arrive whole.", Code.Canceled, undefined, undefined, cause)),
    );
  });
}

/** In the words of Connect itself, which answers the same on its own path. */
export function tooLarge(what: string, limit: "readMaxBytes" | "writeMaxBytes", maxBytes: number): ConnectError {
  return new ConnectError(`${what} is larger than configured ${limit} ${maxBytes}`, Code.ResourceExhausted);
}

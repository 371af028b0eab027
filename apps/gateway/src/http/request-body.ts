import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Failure } from "@parley/kernel";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpFailure } from "../errors/http-failure.ts";
import { mostBytes, tooLarge } from "../request/body-bytes.ts";

const awaitingContinue = new WeakSet<IncomingMessage>();
const noBody = Buffer.alloc(0);

/** Lets the server decide when a client that sends `Expect: 100-continue` may send its body: once its head has been accepted. */
export function deferContinue(server: Server): void {
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.add(request);
    // A client that is refused may not send its body, or may send it anyway. The connection is closed, so that such a body is not read as
    // the next request.
    response.shouldKeepAlive = false;
    server.emit("request", request, response);
  });
}

/**
 * Reads the JSON body of a request whose head has been accepted. Fails for another content type, and for a body that is too large or ends
 * too early.
 */
export async function readBody(request: FastifyRequest, reply: FastifyReply, maxBodyBytes: number): Promise<Buffer> {
  sendContinue(request.raw, reply.raw);
  if (request.mediaType !== "application/json") throw unsupportedType();
  return mostBytes(request.headers, maxBodyBytes) === 0 ? noBody : collected(request.raw, maxBodyBytes);
}

export function unsupportedType(): HttpFailure {
  return new HttpFailure("invalid_argument", "The content type must be application/json.", { httpStatus: 415 });
}

export function cutShort(): Failure {
  return new Failure("invalid_argument", "The body is shorter or longer than its content-length says.");
}

function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (!awaitingContinue.delete(request)) return;
  response.shouldKeepAlive = true;
  response.writeContinue();
}

function collected(request: IncomingMessage, maxBodyBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) throw cutShort();
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= maxBodyBytes) return;
      request.removeListener("data", onData);
      reject(tooLarge(maxBodyBytes));
    };
    request.on("data", onData);
    request.once("end", () => resolve(Buffer.concat(chunks, bytes)));
    // Closed before the end: the client disconnected while sending the body.
    request.once("close", () => {
      if (!request.readableEnded) reject(cutShort());
    });
  });
}

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../errors/error-answer.ts";

const awaitingContinue = new WeakSet<IncomingMessage>();

/**
 * Lets the server decide when a client that asks first (`Expect: 100-continue`) may send its body: not before its head has been accepted.
 */
export function deferContinue(server: Server): void {
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.add(request);
    // After a refusal in place of `100 Continue` the client keeps the body; without this it might send it all the same.
    response.shouldKeepAlive = false;
    server.emit("request", request, response);
  });
}

/** Sends `100 Continue` to a client that waits for it. */
export function sendContinue({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!awaitingContinue.delete(raw)) return;
  reply.raw.shouldKeepAlive = true;
  reply.raw.writeContinue();
}

/** The most bytes that the body of a request can have. Fails when that is more than allowed. */
export function mostBytes({ headers }: FastifyRequest, maxBodyBytes: number): number {
  const announced = headers["content-length"] === undefined ? maxBodyBytes : Number(headers["content-length"]);
  if (announced > maxBodyBytes) throw tooLarge(maxBodyBytes);
  // Without either header there is no body.
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined ? 0 : announced;
}

/** The rest of the body need not be read when its connection is closed. */
export function tooLarge(maxBodyBytes: number): Refusal {
  return new Refusal("RESOURCE_EXHAUSTED", `The body is larger than ${maxBodyBytes} bytes.`, {
    httpStatus: 413,
    headers: { connection: "close" },
  });
}

import type { Credential } from "../credentials/credential.ts";
import type { HttpRequest } from "../http/http-server.ts";
import type { Admitted, RequestHead } from "../load/admission.ts";
import type { Operation } from "../operations/operation.ts";
import { answerError } from "../request/error-envelope.ts";
import type { Answer } from "../request/exchange.ts";

interface Way {
  readonly admit: (operation: Operation, head: RequestHead, onKnown: (by: Credential) => void) => Promise<Admitted>;
  readonly serve: (operation: Operation, request: HttpRequest) => Promise<Answer>;
  readonly onBug: (error: unknown, requestId: string) => void;
}

/** Serves a call that did not arrive as an HTTP request of its own, within all limits that such a request would meet. */
export async function letIn({ admit, serve, onBug }: Way, operation: Operation, request: HttpRequest): Promise<Answer> {
  const { headers, requestId, address, body } = request;
  try {
    const { leave } = await admit(operation, { headers, requestId, address, bodyBytes: body.length }, () => undefined);
    try {
      return await serve(operation, request);
    } finally {
      leave();
    }
  } catch (error) {
    return answerError(operation, error, requestId, (bug) => onBug(bug, requestId));
  }
}

import { create, type DescMethodUnary, type DescService } from "@bufbuild/protobuf";
import type { CallOptions, Client } from "@connectrpc/connect";
import { type PageTokens, shortened } from "@parley/kernel";
import { type Credential, requireAdvancedQueries, scopeOf } from "../credentials/credential.ts";
import type { CredentialCheck } from "../credentials/credential-check.ts";
import { Refusal } from "../errors/error-answer.ts";
import type { Turns } from "../load/turns.ts";
import type { Operation } from "../operations/operation.ts";
import { openEnvelope, parseData } from "./envelope.ts";
import { answerError } from "./error-envelope.ts";
import type { Answer, DispatchRequest } from "./exchange.ts";
import type { Idempotency } from "./idempotency.ts";
import { pageText, RequestPages } from "./pages.ts";
import { streamAnswer } from "./stream-answer.ts";

export interface DispatchContext {
  readonly credentials: CredentialCheck;
  readonly clients: ReadonlyMap<string, Client<DescService>>;
  readonly idempotency: Idempotency;
  readonly turns: Turns;
  readonly pageTokens: PageTokens;
  readonly maxJsonDepth: number;
  readonly onBug: (error: unknown, operation: Operation, requestId: string) => void;
}

/**
 * The path of every request with valid credentials: envelope, fields, RPC, response; any failure becomes the error envelope. Runs in the
 * request's context, from which the RPC client takes deadline and request id.
 */
export async function dispatch(context: DispatchContext, operation: Operation, request: DispatchRequest): Promise<Answer> {
  const { credential } = request;
  try {
    const work = () => context.idempotency.once(operation, credential, request, () => answerOnce(context, operation, credential, request));
    // Waiting for something outside takes no time of the process.
    return await (operation.waits ? work() : context.turns.during(scopeOf(credential), work));
  } catch (error) {
    return answerError(operation, error, request.requestId, (bug) => context.onBug(bug, operation, request.requestId));
  }
}

// Returns failures as responses too, so that a repeated request with the same idempotency key gets the same one.
async function answerOnce(
  context: DispatchContext,
  operation: Operation,
  credential: Credential,
  request: DispatchRequest,
): Promise<Answer> {
  try {
    return await perform(context, operation, credential, request);
  } catch (error) {
    const answer = answerError(operation, error, request.requestId, (bug) => context.onBug(bug, operation, request.requestId));
    return operation.ephemeral === undefined ? answer : { ...answer, transient: true };
  }
}

async function perform(context: DispatchContext, operation: Operation, credential: Credential, request: DispatchRequest): Promise<Answer> {
  const sent = openEnvelope(request.body, context.maxJsonDepth);
  if (operation.bodyCredentials) context.credentials.checkBody(request.headers, sent);
  const parsed = parseData(operation.request, sent, operation.invalidMessage) as Record<string, unknown>;
  const pages = operation.paged ? new RequestPages(context.pageTokens, operation, credential, sent) : undefined;
  const data = pages === undefined ? parsed : pages.open(parsed);

  if (operation.advancedQueries) requireAdvancedQueries(credential);
  const message = operation.toRpc(data, credential);
  if (asksForNothing(operation, data)) {
    const nothing = create((operation.rpc as DescMethodUnary).output) as unknown as Record<string, unknown>;
    return { status: 200, body: JSON.stringify({ result: resultOf(operation, nothing, { data, credential, pages }) }) };
  }
  const answered = call(context, operation, message);
  if (operation.stream !== undefined) {
    const failed = (error: unknown) =>
      answerError(operation, error, request.requestId, (bug) => context.onBug(bug, operation, request.requestId));
    return streamAnswer(operation.stream, answered as AsyncIterable<object>, failed);
  }
  const response = await (answered as Promise<Record<string, unknown>>);

  const failed = operation.failWhen?.(response as never);
  if (failed !== undefined)
    return { status: failed.status, body: JSON.stringify({ error: { ...failed.error, requestId: request.requestId } }) };
  const transient = operation.ephemeral?.(response as never) === false;
  const answer = { result: resultOf(operation, response, { data, credential, pages }) };
  return {
    status: operation.successStatus ?? 200,
    transient,
    body: pages === undefined ? JSON.stringify(answer) : await pageText(answer),
  };
}

/** The RPC's response, or its responses when it streams them. */
function call({ clients }: DispatchContext, operation: Operation, message: object): unknown {
  const client = clients.get(operation.service.typeName);
  const method = client?.[(operation.rpc as DescMethodUnary).localName];
  if (method === undefined) throw new Error(`No client for ${operation.service.typeName}.`);
  const { timeoutMs } = operation;
  return (method as unknown as (request: object, options: CallOptions) => unknown)(message, timeoutMs === undefined ? {} : { timeoutMs });
}

function asksForNothing({ filters = [] }: Operation, data: Record<string, unknown>): boolean {
  return filters.some((name) => Array.isArray(data[name]) && data[name].length === 0);
}

interface Asked {
  readonly data: unknown;
  readonly credential: Credential;
  readonly pages: RequestPages | undefined;
}

function resultOf(operation: Operation, response: Record<string, unknown>, { data, credential, pages }: Asked): unknown {
  const answer = operation.fromRpc?.(response as never, data, credential) ?? null;
  if (operation.resultShape === "bare") return answer;
  requireOne(operation, data, answer);
  const message = typeof operation.message === "string" ? operation.message : operation.message(response as never);
  return {
    status: "success",
    message,
    ...(operation.resultShape === "none" ? {} : { data: answer }),
    ...operation.extras?.(response as never, data),
    ...(pages === undefined ? {} : pageTokenOf(operation, pages.seal(String(response.nextPageToken)))),
  };
}

// A single thing that does not exist is a failure for who asked for one, and an empty list for who filters.
function requireOne({ single }: Operation, data: unknown, answer: unknown): void {
  if (single === undefined || !Array.isArray(answer) || answer.length > 0) return;
  const { one, [single.ids]: ids } = data as Readonly<Record<string, unknown>>;
  if (one === true) throw new Refusal("NOT_FOUND", `The ${single.thing} ${shortened(String(ids))} does not exist in what was asked for.`);
}

function pageTokenOf({ paged }: Operation, nextPageToken: string | null) {
  return paged === "pageToken" ? { nextPageToken, pageToken: nextPageToken } : { nextPageToken };
}

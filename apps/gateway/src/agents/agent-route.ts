import { jsonDepth } from "@parley/kernel";
import type { HeaderNames } from "../credentials/credential-check.ts";
import { internalMessage, jsonRpcCodes, jsonRpcError } from "../errors/error-answer.ts";
import type { AdmittedRequest, Answer } from "../request/exchange.ts";
import type { OtherRoute } from "../request/request-handler.ts";
import { innerFetch, type ServeOperation } from "./inner-fetch.ts";

interface AgentRouteOptions {
  readonly names: HeaderNames;
  /** Whether agents may call operations that change data. */
  readonly allowChanges: boolean;
  readonly maxJsonDepth: number;
  readonly serve: ServeOperation;
  readonly onBug: (error: unknown, requestId: string) => void;
}

/** The headers that the protocol needs; credentials are not passed on. */
const passed = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

const bothAccepted = "application/json, text/event-stream";

/**
 * The route for agents that speak the Model Context Protocol, with the credentials of an API key: one message in each request, no state
 * between requests. Its tools call operations through the TypeScript client, whose requests stay in this process and meet the same limits
 * as any other; the route waits for them.
 */
export function agentRoute(options: AgentRouteOptions): OtherRoute {
  const answer = (request: AdmittedRequest) => answerMessage(options, request);
  return { path: "/mcp", auth: "apiKey", role: "read", mutates: false, waits: true, timeoutMs: 60_000, errorCode: "json-rpc", answer };
}

async function answerMessage(options: AgentRouteOptions, request: AdmittedRequest): Promise<Answer> {
  const { names, allowChanges, maxJsonDepth, onBug } = options;
  const message = messageOf(request.body, maxJsonDepth);
  if ("refusal" in message) return protocolError(400, message.code, message.refusal, request);
  const [{ answerAgent }, { Parley }] = await loaded();
  const parley = new Parley({
    baseUrl: "http://gateway",
    apiKey: String(request.headers[names.apiKey]),
    authToken: String(request.headers[names.authToken]),
    maxRetries: 0,
    fetch: innerFetch(request, options.serve),
  });
  // A protocol error is the client's mistake: it gets a response, and is not logged as a fault.
  const onError = () => undefined;
  try {
    return await answerOf(await answerAgent(parley, webRequest(request), message.value, { allowChanges, onError }));
  } catch (error) {
    onBug(error, request.requestId);
    return protocolError(500, jsonRpcCodes.internal, internalMessage, request);
  }
}

// Loaded by the first request of an agent: most gateways never get one, and start faster without.
const loaded = () => Promise.all([import("@parley/mcp/http"), import("@parley/sdk")]);

type Message = { readonly value: unknown } | { readonly refusal: string; readonly code: number };

function messageOf(body: Buffer, maxDepth: number): Message {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    // A response repeats parts of its request, and is serialised by recursion.
    if (jsonDepth(value, maxDepth) > maxDepth)
      return { code: jsonRpcCodes.invalidRequest, refusal: `The message is nested deeper than ${maxDepth} levels.` };
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return { code: jsonRpcCodes.invalidRequest, refusal: "The body must be a single JSON-RPC message." };
    }
    return { value };
  } catch {
    return { code: jsonRpcCodes.unreadable, refusal: "The body is not valid JSON." };
  }
}

function webRequest({ headers, signal }: AdmittedRequest): Request {
  const known = new Headers(
    passed.flatMap((name) => (typeof headers[name] === "string" ? [[name, headers[name]] as [string, string]] : [])),
  );
  // The protocol's own server looks for both names, although `*/*` means them, too.
  if (known.get("accept")?.includes("*/*")) known.set("accept", bothAccepted);
  return new Request("http://gateway/mcp", { method: "POST", headers: known, signal });
}

async function answerOf(response: Response): Promise<Answer> {
  const contentType = response.headers.get("content-type");
  const body = await response.text();
  return { status: response.status, body, headers: contentType === null ? {} : { "content-type": contentType } };
}

function protocolError(httpStatus: number, code: number, message: string, { requestId }: AdmittedRequest): Answer {
  const status = code === jsonRpcCodes.internal ? "INTERNAL" : "INVALID_ARGUMENT";
  return { status: httpStatus, body: jsonRpcError(code, message, { status, requestId }) };
}

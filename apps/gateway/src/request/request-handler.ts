import { create, type DescMethodUnary, type DescService } from "@bufbuild/protobuf";
import type { CallOptions, Client } from "@connectrpc/connect";
import { type PageTokens, runWithContext } from "@parley/kernel";
import type { AuditLog } from "../audit/audit-log.ts";
import type { FollowChanges } from "../changes/follow-changes.ts";
import { isBound, limitsOf, requireAdvancedQueries, scopeOf, userTokenOf } from "../credentials/credential.ts";
import type { CredentialCheck } from "../credentials/credential-check.ts";
import type { Admission } from "../load/admission.ts";
import type { FairQueue } from "../load/fair-queue.ts";
import type { FewAtOnce } from "../load/few-at-once.ts";
import type { Operation, Route } from "../operations/operation.ts";
import type { StreamShape } from "../operations/stream-shape.ts";
import { isTooLarge, mostBytes, tooLarge } from "./body-bytes.ts";
import { requireWithinBounds } from "./bound-callers.ts";
import type { CountRemoval } from "./dry-run.ts";
import { fromLastEvent, openEnvelope, parseData, type ReadBody } from "./envelope.ts";
import type { AnswerError } from "./error-envelope.ts";
import type { AdmittedRequest, Answer, IncomingRequest } from "./exchange.ts";
import type { Idempotency } from "./idempotency.ts";
import type { OpenStreams } from "./open-streams.ts";
import { pageText, RequestPages } from "./pages.ts";
import { reachOf, requireReach, type UserParts } from "./reach.ts";
import { type NoteData, type recordDenied, recorded } from "./recorded-acts.ts";
import { inSpan } from "./request-span.ts";
import { type Asked, asksForNothing, removalOfDryRun, resultOf } from "./result-of.ts";
import { endingWith, streamAnswer } from "./stream-answer.ts";
import { withinReach } from "./within-reach.ts";

interface RequestHandlerOptions {
  readonly admission: Pick<Admission, "admit">;
  readonly queue: Pick<FairQueue, "run">;
  readonly costly: Pick<FewAtOnce, "run">;
  /** Registers the streams of lasting operations. */
  readonly streams: Pick<OpenStreams, "add">;
  readonly idempotency: Idempotency;
  readonly credentials: Pick<CredentialCheck, "checkBody">;
  readonly pageTokens: PageTokens;
  readonly audit: Pick<AuditLog, "begin">;
  /** Called when a request names organizations that its caller may not act for. */
  readonly onDenied: ReturnType<typeof recordDenied>;
  readonly countRemoval: CountRemoval;
  readonly users: UserParts;
  readonly clients: ReadonlyMap<string, Client<DescService>>;
  readonly followChanges: FollowChanges;
  readonly config: {
    readonly maxBodyBytes: number;
    readonly maxJsonDepth: number;
    readonly requestTimeoutMs: number;
    /** The time in ms without an event after which a stream sends a sign of life. */
    readonly changesBookmarkMs: number;
  };
  /** Whether traces are recorded. */
  readonly tracing: boolean;
  readonly answerError: AnswerError;
}

/** A route of another protocol than the operations: it produces its own responses. */
export interface OtherRoute extends Route {
  readonly answer: (request: AdmittedRequest) => Promise<Answer>;
}

const never = new AbortController().signal;

/**
 * The path of every request from its head to its response: credential, admission, body, envelope, validation, RPC, response. Calls within
 * an agent's message take it too.
 */
export class RequestHandler {
  readonly #options: RequestHandlerOptions;

  constructor(options: RequestHandlerOptions) {
    this.#options = options;
  }

  /** Never fails: every error becomes an error response. */
  async serve(route: Operation | OtherRoute, request: IncomingRequest): Promise<Answer> {
    try {
      const { credential, leave, leaveBody } = await this.#admit(route, request);
      try {
        // Refused once its caller is known: the rest of a caller's body is discarded at once, so that a client that reads no response before
        // it has sent everything sees the refusal, while bodies of strangers are read slowly.
        if (isTooLarge(request.headers, this.#options.config.maxBodyBytes)) throw tooLarge(this.#options.config.maxBodyBytes);
        const body = await request.readBody();
        const answer = await this.#work(route, { ...request, credential, body });
        if (route.lasts && answer.stream !== undefined) {
          leaveBody();
          const { headers, address } = request;
          this.#options.streams.add(answer.stream, { route, headers, address, credential, mayGoOn: answer.mayGoOn });
        }
        return answer;
      } finally {
        // Work goes on after its client has disconnected, and a response that is read slowly takes memory: the place is free after both
        // have ended.
        void request.closed.then(leave);
      }
    } catch (error) {
      return this.#answerError(route, request, error);
    }
  }

  // A credential look-up is shared with other requests, so it does not end with this request's client.
  async #admit(route: Route, request: IncomingRequest) {
    const { maxBodyBytes } = this.#options.config;
    // A body that is too large will not be kept, so it needs no room. It is what is refused, whoever sends it.
    const tooMuch = isTooLarge(request.headers, maxBodyBytes) ? tooLarge(maxBodyBytes) : undefined;
    const bodyBytes = tooMuch ? 0 : mostBytes(request.headers, maxBodyBytes);
    const call = { requestId: request.requestId, deadlineMs: this.#deadlineMs(route), signal: never, traced: false };
    const admit = () => this.#options.admission.admit(route, request, bodyBytes);
    const admitted = await runWithContext(call, admit).catch((error: unknown) => Promise.reject(tooMuch ?? error));
    request.onAdmitted(admitted.headers);
    return admitted;
  }

  // The time of a request begins when its body has been read.
  #work(route: Operation | OtherRoute, request: AdmittedRequest): Promise<Answer> {
    const { requestId, headers, signal, credential } = request;
    const { tracing: traced } = this.#options;
    const inherited = { rowLimits: limitsOf(credential).rows, userToken: userTokenOf(credential) };
    const call = { requestId, deadlineMs: this.#deadlineMs(route), signal, traced, ...inherited };
    if ("answer" in route) return runWithContext({ ...call, traced: false }, () => route.answer(request));
    const work = () => runWithContext(call, () => this.#answered(route, request, () => this.#queued(route, request)));
    return traced ? inSpan(route, headers, work) : work();
  }

  #queued(operation: Operation, request: AdmittedRequest): Promise<Answer> {
    const { queue, costly, idempotency } = this.#options;
    const { credential, headers } = request;
    const work = async () => {
      // Checked before the idempotency key is used: otherwise this caller could get the stored response of another one, or others the stored
      // refusal. A request of a wrong form leaves its key to the corrected one.
      const isKeyed = operation.mutates && headers["idempotency-key"] !== undefined;
      const isChecked = isBound(credential) || operation.verifies !== undefined;
      const read = isKeyed || isChecked ? this.#read(operation, request) : undefined;
      if (read === undefined) return this.#perform(operation, request);
      if (isChecked) await requireWithinBounds(operation, request, read.parsed, this.#options);
      if (!isKeyed) return this.#perform(operation, request, read);
      return idempotency.once(operation, { ...request, sent: read.sent }, () => this.#answerOnce(operation, request, read));
    };
    // Waiting for an outside service uses no processor time.
    if (operation.waits) return work();
    const tenant = scopeOf(credential);
    const inQueue = () => queue.run(tenant, work);
    return operation.isCostly ? costly.run(tenant, inQueue) : inQueue();
  }

  // Failures are responses too, so that a repeat with the same idempotency key gets the same one.
  async #answerOnce(operation: Operation, request: AdmittedRequest, read: ReadBody): Promise<Answer> {
    const answer = await this.#answered(operation, request, () => this.#perform(operation, request, read));
    const isNotDone = operation.ephemeral !== undefined && answer.status >= 400;
    return isNotDone ? { ...answer, transient: true } : answer;
  }

  #read(operation: Operation, { body, headers }: AdmittedRequest): ReadBody {
    const { config, credentials } = this.#options;
    const sent = fromLastEvent(operation, headers, openEnvelope(body, config.maxJsonDepth));
    if (operation.bodyCredentials) credentials.checkBody(headers, sent);
    return { sent, parsed: parseData(operation.request, sent, operation.invalidMessage) as Record<string, unknown> };
  }

  async #perform(operation: Operation, request: AdmittedRequest, read = this.#read(operation, request)): Promise<Answer> {
    const { pageTokens } = this.#options;
    const { credential } = request;
    const { sent, parsed } = read;
    const pages = operation.paged || operation.feed ? new RequestPages(pageTokens, operation, credential, sent) : undefined;
    const data = pages === undefined ? parsed : pages.open(parsed);

    if (operation.advancedQueries) requireAdvancedQueries(credential);
    const message = { ...operation.toRpc(data, credential), ...(await withinReach(operation, credential, data, this.#options.users)) };
    const asked = { data, credential, pages };
    if (asksForNothing(operation, data)) {
      const nothing = create((operation.rpc as DescMethodUnary).output) as unknown as Record<string, unknown>;
      return { status: 200, body: JSON.stringify({ result: resultOf(operation, nothing, asked) }) };
    }
    const done = (note: NoteData) => this.#done(operation, request, { message, note, ...asked });
    if (!operation.isAudited) return done(() => undefined);
    return recorded(this.#options.audit, operation, request, { data, sent }, (note) =>
      this.#answered(operation, request, () => done(note)),
    );
  }

  /** Calls the RPC and makes a response of its result. */
  async #done(
    operation: Operation,
    request: AdmittedRequest,
    { message, note, ...asked }: Asked & { readonly message: object; readonly note: NoteData },
  ): Promise<Answer> {
    const { requestId } = request;
    const removal = removalOfDryRun(operation, asked);
    if (removal !== undefined)
      return { status: operation.successStatus ?? 200, body: JSON.stringify({ result: await this.#options.countRemoval(removal) }) };
    const streaming = { requestId, asked, gone: request.signal };
    if (operation.stream !== undefined) return this.#stream(operation, operation.stream, message, streaming);
    const response = await (this.#call(operation, message) as Promise<Record<string, unknown>>);
    const token = operation.issues?.(asked.data, asked.credential, response as never);

    const failed = operation.failWhen?.(response as never);
    if (failed !== undefined) return { status: failed.status, body: JSON.stringify({ error: { ...failed.error, requestId } }) };
    const transient = operation.ephemeral?.(response as never) === false;
    const issued = token && (await this.#options.users.issue(token));
    const answer = { result: resultOf(operation, response, { ...asked, issued }) };
    note(answer.result);
    const body = asked.pages === undefined ? JSON.stringify(answer) : await pageText(answer);
    return { status: operation.successStatus ?? 200, transient, body };
  }

  async #stream(operation: Operation, shape: StreamShape, message: object, { requestId, asked, gone }: Streaming): Promise<Answer> {
    const ending = new AbortController();
    const { data, credential, pages } = asked;
    const { places } = this.#options.users;
    const { changesBookmarkMs: bookmarkMs } = this.#options.config;
    const all: AsyncIterable<object> = operation.isFollowed
      ? this.#options.followChanges(message, ending.signal)
      : (this.#call(operation, message, ending.signal) as AsyncIterable<object>);
    const answers = shape.narrowed?.(all as AsyncIterable<never>, { data, credential, places, bookmarkMs }) ?? all;
    const streamed = { data, apiKeyId: scopeOf(credential), sealed: (cursor: string) => pages?.seal(cursor) ?? "" };
    const failed = (error: unknown) => this.#answerError(operation, { requestId }, error);
    const answer = await endingWith(ending, streamAnswer(shape, streamed, answers, gone, failed));
    if (!operation.lasts) return answer;
    const mayGoOn = credential.level === "user" ? () => requireReach(reachOf(operation), credential, data as object, places) : undefined;
    return { ...answer, lasts: true, mayGoOn };
  }

  /** The RPC's response, or its responses if it streams. */
  #call({ service, rpc, timeoutMs }: Operation, message: object, signal?: AbortSignal): unknown {
    const method = this.#options.clients.get(service.typeName)?.[(rpc as DescMethodUnary).localName];
    if (method === undefined) throw new Error(`No client for ${service.typeName}.`);
    const options = { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(signal === undefined ? {} : { signal }) };
    return (method as unknown as (request: object, options: CallOptions) => unknown)(message, options);
  }

  #deadlineMs({ timeoutMs = this.#options.config.requestTimeoutMs }: Route): number {
    return performance.now() + timeoutMs;
  }

  /** The work's response, or an error response if it fails. */
  async #answered(route: Route, request: { readonly requestId: string }, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      return this.#answerError(route, request, error);
    }
  }

  #answerError({ path, errorCode, rpcField, auth: openTo }: Route, { requestId }: { readonly requestId: string }, error: unknown): Answer {
    return this.#options.answerError(error, { requestId, path, errorCode, openTo, rpcField });
  }
}

interface Streaming {
  readonly requestId: string;
  readonly asked: Asked;
  readonly gone: AbortSignal;
}

import { createHash, hash } from "node:crypto";
import { canonicalJson, currentContext, Failure, runWithContext } from "@parley/kernel";
import { type Credential, scopeOf } from "../credentials/credential.ts";
import { HttpFailure } from "../errors/http-failure.ts";
import type { Operation } from "../operations/operation.ts";
import { refusalOf } from "./envelope.ts";
import type { AdmittedRequest, Answer } from "./exchange.ts";

interface Fresh {
  readonly state: "fresh";
  readonly leaseId: string;
  readonly firstSentAtMs: number;
  readonly sentBefore: boolean;
  /** How often the request was claimed before under another lease. */
  readonly earlierClaims: number;
}

/** The state of an idempotency key when a request with it arrives. */
type Begun =
  | Fresh
  | { readonly state: "running" }
  | { readonly state: "otherRequest" }
  | { readonly state: "done"; readonly status: number; readonly body: string }
  | { readonly state: "forgotten" };

/** Idempotency keys, stored by the workspace service for 24 hours. */
export interface IdempotencyRecord {
  begin(scope: string, key: string, requestHash: Uint8Array): Promise<Begun>;
  /** Stores the response of the request that holds the lease; an empty body records only that the request was done. */
  finish(scope: string, key: string, leaseId: string, answer: Pick<Answer, "status" | "body">): Promise<void>;
  /** Allows a request without a lasting response to be sent again or, if it was refused for its form, another one with its key. */
  abandon(scope: string, key: string, leaseId: string, wasRefused: boolean): Promise<void>;
}

/** A request whose body has been read. */
type KeyedRequest = AdmittedRequest & { readonly sent: Record<string, unknown> };

// Shorter than the lease that the workspace service gives.
const rememberWithinMs = 5_000;
const never = new AbortController().signal;
// Sent with every repeated response, even if the first one was not stored and the repeat only learns that the request was done.
const replayed = { "idempotent-replayed": "true" };
const forgotten = "The request with this idempotency key was done, and its response was not kept. To do it again, use another key.";
const keyShape = /^[\x21-\x7e]{1,255}$/;

/** Makes a mutation with an `Idempotency-Key` happen once: a repeat with the same key and body within 24 h gets the first response. */
export class Idempotency {
  readonly #record: IdempotencyRecord;
  readonly #onLostRecord: (error: unknown) => void;

  constructor(record: IdempotencyRecord, onLostRecord: (error: unknown) => void) {
    this.#record = record;
    this.#onLostRecord = onLostRecord;
  }

  /** Returns the response of `work`, or of the first request with the key. Called for mutations that have the header. */
  async once(operation: Operation, request: KeyedRequest, work: () => Promise<Answer>): Promise<Answer> {
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string" || !keyShape.test(key)) {
      throw refusalOf([{ field: "idempotency-key", message: "The header idempotency-key must have 1 to 255 visible ASCII characters." }]);
    }
    const scope = scopeOf(request.credential);
    const name = nameOf(key, request.credential);
    const requestHash = hashOf(operation.path, canonicalJson(request.sent));
    const begun = await this.#record.begin(scope, name, requestHash);
    if (begun.state === "done") return { status: begun.status, body: begun.body, headers: replayed };
    if (begun.state === "running") throw new Failure("aborted", "A request with this idempotency key is still running. Try again.");
    if (begun.state === "forgotten") throw new HttpFailure("aborted", forgotten, { headers: replayed });
    if (begun.state === "otherRequest") throw new Failure("failed_precondition", "This idempotency key was used for another request.");
    // When a process dies between the effect and the record of the response, the request is done again.
    const idempotencyKey = hash("sha256", `${scope}\0${name}\0${requestHash.toString("base64")}\0${begun.firstSentAtMs}`, "base64url");
    const call = currentContext();
    // A call to a model costs money each time and creates nothing twice: no service may take it for a repeat.
    const { firstSentAtMs, sentBefore: isRepetition } = begun;
    const attempt = { number: begun.earlierClaims, firstSentAtMs };
    const repeatable = operation.ephemeral ? {} : { idempotencyKey, isRepetition, attempt };
    const answer = await (call === undefined ? work() : runWithContext({ ...call, ...repeatable }, work));
    // In its own context: even if the client has disconnected or the request's time is over, the key must not stay locked until its lease
    // expires.
    const own = {
      requestId: request.requestId,
      deadlineMs: performance.now() + rememberWithinMs,
      signal: never,
      traced: call?.traced ?? false,
    };
    const kept = operation.ephemeral ? { ...answer, body: "" } : answer;
    await runWithContext(own, () => this.#remember(scope, name, begun, kept));
    return answer;
  }

  // The response is sent whether or not it can be stored; if not, the key becomes free when its lease expires.
  async #remember(scope: string, key: string, { leaseId, sentBefore }: Fresh, answer: Answer): Promise<void> {
    // The same request may have taken effect before; then its key stays its own.
    const wasRefused = answer.malformed === true && !sentBefore;
    try {
      if (answer.transient || wasRefused) await this.#record.abandon(scope, key, leaseId, wasRefused);
      else await this.#record.finish(scope, key, leaseId, answer);
    } catch (error) {
      this.#onLostRecord(error);
    }
  }
}

// All idempotency keys of an API key are in one scope and are deleted with the API key. The keys of a user get a name that no other
// caller's key can have; it begins with the user, because the bytes of stored responses are limited for each user.
function nameOf(key: string, credential: Credential): string {
  return credential.level === "user" ? `user-${hashText(credential.userId)}-${hashText(key)}` : key;
}

function hashText(text: string): string {
  return hash("sha256", text, "base64url");
}

function hashOf(path: string, body: string): Buffer {
  return createHash("sha256").update(`${path}\0`).update(body).digest();
}

import { request as httpRequest, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errors, Pool } from "undici";
import { Aside } from "../installation/aside.ts";
import type { Headers } from "../installation/caller.ts";
import { StolenTime } from "./stolen-time.ts";

/** The customer's results on kept connections. */
export interface Kept {
  /** The time of every request that was due. */
  readonly tookMs: readonly number[];
  /** Those during which no other virtual machine took processor time from this one. */
  readonly undisturbedMs: readonly number[];
  /** The outcomes of unsuccessful requests. */
  readonly refused: readonly Outcome[];
}

/** The status of a response, or why there was none. */
type Outcome = number | "cut off" | "not answered";

/** One request on a connection of its own. */
export interface New {
  /** Since the customer began. */
  readonly sentMs: number;
  readonly tookMs: number;
  /** The final outcome. */
  readonly status: Outcome;
  /** How often a response asked it to retry later, and it did. */
  readonly toldToWait: number;
}

/** How long a customer asks, and the headers with which it opens new connections; without any, it opens none. */
export interface Asking {
  readonly durationMs: number;
  readonly tokens: readonly Headers[];
}

export interface Answered {
  readonly kept: Kept;
  readonly new: readonly New[];
}

/** What a customer asks, and where. Its bodies take turns. */
interface Asked {
  readonly url: string;
  readonly path: string;
  readonly headers: Headers;
  readonly bodies: readonly string[];
}

/** A list of 50, of the demo's organization with 10,000 documents. */
export const list = { path: "/v2/organizations/documents/get", bodies: ['{"data":{"organizationId":"org0","pageSize":50}}'] };
const kept = 8;
const patienceMs = 15_000;

/**
 * A customer in its own process. In one process with the rest of a bench, its requests would wait for that, and their times would be partly
 * the bench's own.
 */
export async function startCustomer(asked: Asked): Promise<AsyncDisposable & { ask(asking: Asking): Promise<Answered> }> {
  const aside = await Aside.start(join(import.meta.dirname, "customer.ts"), asked);
  return { ask: (asking) => aside.ask<Answered>(asking), [Symbol.asyncDispose]: () => aside[Symbol.asyncDispose]() };
}

/**
 * Sends 200 requests per second on the connections of a pool. A request that is late because an earlier one took long is still sent, and
 * its time counts from when it was due: a standstill counts for every request that it delays.
 */
async function askKept(pool: Pool, asked: Asked, durationMs: number): Promise<Kept> {
  const spans: Span[] = [];
  const refused: Outcome[] = [];
  using stolen = new StolenTime();
  const beganMs = performance.now();
  const endMs = beganMs + durationMs;
  const askOn = async () => {
    let freeMs = beganMs;
    for (let dueMs = beganMs + 60 * Math.random(); dueMs < endMs; dueMs += 20 + 40 * Math.random()) {
      const isLate = freeMs > dueMs;
      if (!isLate) await delay(Math.max(0, dueMs - performance.now()));
      const fromMs = isLate ? dueMs : performance.now();
      // Requests still due long after the end are given up.
      const status = performance.now() > endMs + patienceMs ? "not answered" : await statusOf(pool, asked, spans.length);
      freeMs = performance.now();
      spans.push({ fromMs, toMs: freeMs });
      if (status !== 200) refused.push(status);
    }
  };
  await Promise.all(Array.from({ length: kept }, askOn));
  stolen.look();
  const undisturbed = spans.filter(({ fromMs, toMs }) => !stolen.wasTaken(fromMs, toMs));
  return { tookMs: spans.map(tookMs), undisturbedMs: undisturbed.map(tookMs), refused };
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

function tookMs({ fromMs, toMs }: Span): number {
  return toMs - fromMs;
}

/** Opens a connection every second, each with the next token. Like real clients, it retries when a response asks for a retry later. */
async function askNew(asked: Asked, { tokens, durationMs }: Asking): Promise<New[]> {
  if (tokens.length === 0) return [];
  const beganMs = performance.now();
  const endMs = beganMs + durationMs;
  const answers: Promise<New>[] = [];
  for (let n = 0; beganMs + n * 1_000 < endMs; n++) {
    await delay(Math.max(0, beganMs + n * 1_000 - performance.now()));
    answers.push(askUntil({ ...asked, headers: tokens[n % tokens.length] ?? {} }, beganMs, endMs));
  }
  return Promise.all(answers);
}

async function askUntil(asked: Asked, beganMs: number, endMs: number): Promise<New> {
  const sentMs = performance.now();
  let toldToWait = 0;
  let answer = await askOnce(asked);
  while (answer.status === 503 && answer.retryAfterS !== undefined && performance.now() + answer.retryAfterS * 1_000 < endMs) {
    toldToWait++;
    await delay(answer.retryAfterS * 1_000);
    answer = await askOnce(asked);
  }
  return { sentMs: sentMs - beganMs, tookMs: performance.now() - sentMs, status: answer.status, toldToWait };
}

async function statusOf(pool: Pool, { path, headers, bodies }: Asked, n: number): Promise<Outcome> {
  try {
    const body = bodies[n % bodies.length] as string;
    const answer = await pool.request({ method: "POST", path, headers, body });
    await answer.body.text();
    return answer.statusCode;
  } catch (error) {
    return error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError ? "not answered" : "cut off";
  }
}

interface Answer {
  readonly status: Outcome;
  readonly retryAfterS: number | undefined;
}

function askOnce({ url, path, headers, bodies }: Asked): Promise<Answer> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(patienceMs);
    const noAnswer = () => resolve({ status: signal.aborted ? "not answered" : "cut off", retryAfterS: undefined });
    const onAnswer = (answer: IncomingMessage) => {
      const after = answer.headers["retry-after"];
      answer.resume().once("error", noAnswer);
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, retryAfterS: after === undefined ? undefined : Number(after) }));
    };
    httpRequest(url + path, { method: "POST", headers, agent: false, signal }, onAnswer)
      .once("error", noAnswer)
      .end(bodies[0]);
  });
}

if (process.send !== undefined) {
  const asked = JSON.parse(process.argv[2] ?? "{}") as Asked;
  const pool = new Pool(asked.url, { connections: kept, pipelining: 1, headersTimeout: patienceMs, bodyTimeout: patienceMs });
  process.on("message", async (asking: Asking) => {
    const [kept, fresh] = await Promise.all([askKept(pool, asked, asking.durationMs), askNew(asked, asking)]);
    process.send?.({ kept, new: fresh } satisfies Answered);
  });
  process.once("disconnect", () => process.exit());
  process.send("ready");
}

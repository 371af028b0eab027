import { request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { errors, type Pool } from "undici";
import type { Headers } from "../installation/caller.ts";
import type { Shape } from "./load.ts";
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

const path = "/v2/organizations/documents/get";
const body = '{"data":{"organizationId":"org0","pageSize":50}}';
/** The customer's request. */
export const asked: Shape = { name: "list of 50", path, body: () => body };
const kept = 8;
export const patienceMs = 15_000;

/**
 * Sends 200 requests per second on the connections of a pool. A request that is late because an earlier one took long is still sent, and
 * its time counts from when it was due: a standstill counts for every request that it delays.
 */
export async function askKept(pool: Pool, headers: Headers, durationMs: number): Promise<Kept> {
  const asked: Span[] = [];
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
      const status = performance.now() > endMs + patienceMs ? "not answered" : await statusOf(pool, headers);
      freeMs = performance.now();
      asked.push({ fromMs, toMs: freeMs });
      if (status !== 200) refused.push(status);
    }
  };
  await Promise.all(Array.from({ length: kept }, askOn));
  stolen.look();
  const undisturbed = asked.filter(({ fromMs, toMs }) => !stolen.wasTaken(fromMs, toMs));
  return { tookMs: asked.map(tookMs), undisturbedMs: undisturbed.map(tookMs), refused };
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

function tookMs({ fromMs, toMs }: Span): number {
  return toMs - fromMs;
}

/** Opens a connection every second, each with the next token. Like real clients, it retries when a response asks for a retry later. */
export async function askNew(url: string, headers: readonly Headers[], durationMs: number): Promise<New[]> {
  const beganMs = performance.now();
  const endMs = beganMs + durationMs;
  const asked: Promise<New>[] = [];
  for (let n = 0; beganMs + n * 1_000 < endMs; n++) {
    await delay(Math.max(0, beganMs + n * 1_000 - performance.now()));
    asked.push(askUntil(url, headers[n % headers.length] ?? {}, beganMs, endMs));
  }
  return Promise.all(asked);
}

async function askUntil(url: string, headers: Headers, beganMs: number, endMs: number): Promise<New> {
  const sentMs = performance.now();
  let toldToWait = 0;
  let answer = await askOnce(url, headers);
  while (answer.status === 503 && answer.retryAfterS !== undefined && performance.now() + answer.retryAfterS * 1_000 < endMs) {
    toldToWait++;
    await delay(answer.retryAfterS * 1_000);
    answer = await askOnce(url, headers);
  }
  return { sentMs: sentMs - beganMs, tookMs: performance.now() - sentMs, status: answer.status, toldToWait };
}

async function statusOf(pool: Pool, headers: Headers): Promise<Outcome> {
  try {
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

function askOnce(url: string, headers: Headers): Promise<Answer> {
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
      .end(body);
  });
}

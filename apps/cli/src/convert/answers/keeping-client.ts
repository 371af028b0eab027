import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { writePrivateFile } from "../../files/write-private-file.ts";
import { Unreached, UsageError } from "../../terminal/problem.ts";
import type { SourceClient } from "../model/source.ts";

const deadlineMs = 60_000;
const attempts = 6;
const longestRestMs = 120_000;

interface SourceRequest {
  readonly method: string;
  readonly body?: string;
  /** Whether the status 404 is an answer, and not an error. */
  readonly isOptional?: boolean;
}

/** Reads a source over HTTP and keeps each response in a folder, so that a continued run does not request it again. */
export class KeepingClient implements SourceClient {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #folder: string;
  asked = 0;
  kept = 0;

  constructor({ base, headers, folder }: { base: string; headers: Readonly<Record<string, string>>; folder: string }) {
    this.#base = base.endsWith("/") ? base.slice(0, -1) : base;
    this.#headers = headers;
    this.#folder = folder;
  }

  get(path: string): Promise<unknown> {
    return this.#answer(path, { method: "GET" });
  }

  find(path: string): Promise<unknown> {
    return this.#answer(path, { method: "GET", isOptional: true });
  }

  post(path: string, data: unknown): Promise<unknown> {
    return this.#answer(path, { method: "POST", body: JSON.stringify(data) });
  }

  async now(path: string): Promise<unknown> {
    return JSON.parse(await this.#patiently(`${this.#base}${path}`, { method: "GET", isOptional: true }));
  }

  async #answer(path: string, request: SourceRequest): Promise<unknown> {
    const url = `${this.#base}${path}`;
    const name = createHash("sha256")
      .update(`${request.method} ${url}\n${request.body ?? ""}`)
      .digest("hex");
    const file = join(this.#folder, `${name}.json`);
    const kept = await readFile(file, "utf8").catch(() => undefined);
    if (kept !== undefined) {
      this.kept++;
      return JSON.parse(kept);
    }
    const answered = await this.#patiently(url, request);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writePrivateFile(file, answered);
    this.asked++;
    return JSON.parse(answered);
  }

  async #patiently(url: string, request: SourceRequest): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const { text, problem, restMs } = await this.#once(url, request);
      if (text !== undefined) return text;
      if (attempt >= attempts) throw new Unreached(`${url} could not be read in ${attempts} attempts: ${problem}`);
      await delay(Math.min(restMs ?? 500 * 2 ** attempt, longestRestMs));
    }
  }

  async #once(
    url: string,
    { isOptional, ...request }: SourceRequest,
  ): Promise<{ text?: string; problem?: string; restMs?: number | undefined }> {
    const headers = { accept: "application/json", "content-type": "application/json", ...this.#headers };
    try {
      // A redirect could carry the secret headers to another server.
      const response = await fetch(url, { ...request, headers, redirect: "manual", signal: AbortSignal.timeout(deadlineMs) });
      const to = response.headers.get("location");
      if (to !== null && response.status >= 300 && response.status < 400)
        throw new UsageError(`${url} redirects to ${to.slice(0, 200)}, and no redirect is followed: give the address itself with --from.`);
      const text = await response.text();
      if (response.status === 404 && isOptional === true) return { text: "null" };
      if (response.ok) return isJson(text) ? { text } : { problem: `it is not JSON: ${text.slice(0, 100)}` };
      const problem = `status ${response.status}: ${text.slice(0, 200)}`;
      if (!isPassing(response.status)) throw new UsageError(`${url} answered ${problem}`);
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      return { problem, restMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined };
    } catch (error) {
      if (error instanceof UsageError) throw error;
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** Whether a later attempt may succeed. 501 and 505 say that the server cannot do it at all. */
function isPassing(status: number): boolean {
  return (status >= 500 && status !== 501 && status !== 505) || status === 429 || status === 408;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import type { Caller } from "../installation/caller.ts";

interface Request {
  readonly path: string;
  readonly data: object;
  /** The thread that later comments go to, once it exists. */
  readonly opens?: Thread;
}

interface Thread {
  readonly documentId: string;
  readonly annotationId: string;
}

interface LoadOptions {
  readonly perSecond: number;
  readonly durationMs: number;
  /** Rows written within one span are removed three spans later, so that the amount of data is constant. */
  readonly spanMs: number;
}

const connections = 32;
const tickMs = 5;
const keptSpans = 3;
const passing = new Set([429, 503, 504]);
const place = { organizationId: "org0" };
const commentText = "A comment of about the length that comments have. ".repeat(3);

/** Requests of all kinds at a fixed rate, whether or not earlier ones are complete. Times count from when a request was due. */
export class HourLoad {
  readonly #customer: Caller;
  readonly #options: LoadOptions;
  readonly #pool: Pool;
  readonly #waiting = new Set<Promise<void>>();
  readonly #failures: string[] = [];
  #tookMs: number[] = [];
  #lateMs = 0;
  #asked = 0;
  #refused = 0;
  /** The current span, to which new rows belong. */
  #span = 0;
  #thread: Thread = { documentId: "", annotationId: "" };

  constructor(customer: Caller, options: LoadOptions) {
    this.#customer = customer;
    this.#options = options;
    this.#pool = new Pool(customer.url, { connections, pipelining: 1 });
  }

  /** Returns the unexpected responses. */
  async run(): Promise<readonly string[]> {
    const { perSecond, durationMs, spanMs } = this.#options;
    await this.#begin(0);
    const startedMs = performance.now();
    let begun = 0;
    for (let nowMs = 0; nowMs < durationMs; nowMs = performance.now() - startedMs) {
      if (nowMs > (begun + 1) * spanMs) this.#watch("the next span", this.#turnTo(++begun));
      for (; this.#asked < (nowMs * perSecond) / 1_000; this.#asked++) {
        const dueMs = startedMs + (this.#asked * 1_000) / perSecond;
        this.#lateMs = Math.max(this.#lateMs, performance.now() - dueMs);
        this.#send(this.#request(this.#asked), dueMs);
      }
      await delay(tickMs);
    }
    await Promise.all(this.#waiting);
    await this.#pool.close();
    return this.#failures;
  }

  /** The number of requests that the server asked to retry. The load does not retry. */
  get refused(): number {
    return this.#refused;
  }

  /** Times since the last report; the delay of the load itself is separate. */
  report(): { readonly tookMs: readonly number[]; readonly lateMs: number } {
    const report = { tookMs: this.#tookMs.sort((a, b) => a - b), lateMs: this.#lateMs };
    this.#tookMs = [];
    this.#lateMs = 0;
    return report;
  }

  #request(n: number): Request {
    const page = pages[n % pages.length];
    // Three of five requests are reads.
    if (page !== undefined && n % 5 < 3) return page;
    const documentId = documentOf(this.#span);
    const from = { userId: userOf(this.#span) };
    if (n % 50 === 3) {
      const annotationId = `thread-${n}`;
      const data = { ...place, documentId, commentAnnotations: [{ annotationId, commentData: [{ from, commentText }] }] };
      return { path: "/v2/commentannotations/add", data, opens: { documentId, annotationId } };
    }
    if (n % 10 === 4) {
      const organizations = [{ organizationId: `org${n % 1_000}`, organizationName: `Name ${n}` }];
      return { path: "/v1/organizations/update", data: { organizations } };
    }
    if (n % 10 === 9) {
      const told = { actionUser: from, displayHeadlineMessageTemplate: "{actionUser} calls", notifyUsers: [{ userId: "reader" }] };
      return { path: "/v1/notifications/add", data: { ...place, documentId, displayBodyMessage: `Note ${n}`, ...told } };
    }
    const data = { ...place, ...this.#thread, commentData: [{ from, commentText }] };
    return { path: "/v2/commentannotations/comments/add", data };
  }

  #send(request: Request, dueMs: number): void {
    const answered = this.#answered(request).finally(() => void this.#tookMs.push(performance.now() - dueMs));
    this.#watch(request.path, answered);
  }

  #watch(what: string, work: Promise<void>): void {
    const watched = work
      .catch((error: unknown) => void this.#failures.push(`${what}: ${String(error)}`))
      .finally(() => void this.#waiting.delete(watched));
    this.#waiting.add(watched);
  }

  async #answered({ path, data, opens }: Request): Promise<void> {
    const body = JSON.stringify({ data });
    const answer = await this.#pool.request({ method: "POST", path, headers: this.#customer.headers, body });
    const text = await answer.body.text();
    if (passing.has(answer.statusCode)) {
      this.#refused++;
      return;
    }
    if (answer.statusCode !== 200 || text.includes('"success":false')) throw new Error(`${answer.statusCode} ${text.slice(0, 200)}`);
    if (opens !== undefined) this.#thread = opens;
  }

  async #turnTo(span: number): Promise<void> {
    await this.#begin(span);
    const gone = span - keptSpans;
    if (gone < 0) return;
    await this.#customer.ask("/v2/users/data/delete", { userIds: [userOf(gone)] });
    await this.#customer.ask("/v2/organizations/documents/delete", { ...place, documentIds: [documentOf(gone)] });
  }

  async #begin(span: number): Promise<void> {
    const documentId = documentOf(span);
    const annotationId = `thread-of-span-${span}`;
    const first = { annotationId, commentData: [{ from: { userId: userOf(span) }, commentText }] };
    await this.#customer.ask("/v2/organizations/documents/add", { ...place, documents: [{ documentId }] });
    await this.#customer.ask("/v2/commentannotations/add", { ...place, documentId, commentAnnotations: [first] });
    this.#span = span;
    this.#thread = { documentId, annotationId };
  }
}

const pageSize = 50;
const pages: readonly Request[] = [
  { path: "/v2/organizations/documents/get", data: { ...place, pageSize } },
  { path: "/v2/organizations/get", data: { pageSize } },
  { path: "/v2/notifications/get", data: { ...place, userId: "reader", pageSize } },
  { path: "/v2/users/get", data: { ...place, pageSize } },
];

function documentOf(span: number): string {
  return `span-${span}`;
}

function userOf(span: number): string {
  return `writer-${span}`;
}

import { setTimeout as delay } from "node:timers/promises";
import { Caller, type Headers } from "../installation/caller.ts";
import type { Fact, Journal } from "./journal.ts";
import type { Random } from "./random.ts";
import { OwnCount } from "./usage/own-count.ts";

/** A request that changes data, and the facts that must be true afterwards. */
export interface Write {
  readonly path: string;
  readonly data: object;
  readonly facts: readonly Fact[];
  /** With a key it takes effect once, however often it is sent; without one, a repeat must be harmless. */
  readonly idempotencyKey?: string;
  /** Called with the response's body. */
  readonly onAcknowledged?: (text: string) => void;
}

type Answer = Awaited<ReturnType<Caller["post"]>>;

const patienceMs = [1_000, 6_000] as const;
const pauseMs = [20, 200] as const;
const repeatShare = 0.2;
const readAttempts = 10;

interface CustomerOptions {
  /** Called with the duration of each attempt to write, and whether it got a final response. */
  readonly onAttempt?: (ms: number, isAnswered: boolean) => void;
}

/** A customer's server that repeats every write until it gets a final response, as documented. */
export class Customer extends Caller {
  /** Responses by status, and attempts without one. */
  readonly answers = new Map<string, number>();
  readonly requests = new OwnCount();
  readonly comments = new OwnCount();
  readonly #onAttempt: (ms: number, isAnswered: boolean) => void;

  constructor(url: string, credentials: Headers, { onAttempt = () => undefined }: CustomerOptions) {
    super(url, credentials);
    this.#onAttempt = onAttempt;
  }

  override async post(...request: Parameters<Caller["post"]>): Promise<Answer> {
    const happened = this.requests.ask();
    const answer = await super.post(...request);
    // Parley may not have counted a request that got a server error: if its credentials could not be looked up in time, its API key is
    // unknown.
    if (answer.status < 500) happened();
    return answer;
  }

  // biome-ignore lint/suspicious/noExplicitAny: as declared in the base class
  override async ask<Data = any>(path: string, data: object): Promise<Data> {
    const commented = this.comments.ask(commentsIn({ path, data }));
    const answer = await super.ask<Data>(path, data);
    commented();
    return answer;
  }

  /** Sends until there is a final response or the signal ends; returns whether the write was acknowledged. */
  async write(scenario: string, journal: Journal, random: Random, write: Write, signal: AbortSignal): Promise<boolean> {
    const n = journal.ask(scenario, write.path, write.facts);
    const commented = this.comments.ask(commentsIn(write));
    while (!signal.aborted) {
      const outcome = judge(await this.#attempt(write, random.between(...patienceMs)));
      if (outcome.kind === "done") {
        journal.write({ n, acknowledged: true });
        commented();
        if (isSuccess(outcome.answer)) write.onAcknowledged?.(outcome.answer.text);
        if (write.idempotencyKey !== undefined && random.chance(repeatShare)) await this.#repeat(n, journal, write, outcome.answer);
        return true;
      }
      if (outcome.kind === "refused") {
        journal.write({ n, refused: outcome.why });
        return false;
      }
      journal.write({ n, unclear: outcome.why });
      await delay(random.between(...pauseMs));
    }
    return false;
  }

  /** Reads every page of a list. Fails when it cannot be read. */
  async list<Item>(path: string, data: object): Promise<Item[]> {
    const items: Item[] = [];
    let pageToken: string | null = null;
    do {
      const answer = await this.#read(path, pageToken === null ? data : { ...data, pageToken });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      const { result } = JSON.parse(answer.text) as { result: { data: Item[]; nextPageToken: string | null } };
      items.push(...result.data);
      pageToken = result.nextPageToken;
    } while (pageToken !== null);
    return items;
  }

  // The machine may still be busy after the storm.
  async #read(path: string, data: object): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.post(path, data, 30_000);
      if (!isTransient(answer.status) || attempt === readAttempts) return answer;
      await delay(patienceMs[0]);
    }
  }

  async #attempt({ path, data, idempotencyKey }: Write, withinMs: number): Promise<Answer | undefined> {
    const startMs = performance.now();
    try {
      const answer = await this.post(path, data, withinMs, idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey });
      this.#count(String(answer.status));
      this.#onAttempt(performance.now() - startMs, !isTransient(answer.status));
      return answer;
    } catch {
      this.#count("none");
      this.#onAttempt(performance.now() - startMs, false);
      return undefined;
    }
  }

  // A repeat must get the first response again, or a temporary failure.
  async #repeat(n: number, journal: Journal, write: Write, first: Answer): Promise<void> {
    const again = await this.#attempt(write, patienceMs[1]);
    if (again === undefined || isTransient(again.status)) return;
    if (again.text !== first.text) journal.write({ n, notReplayed: `answered ${again.status} ${again.text.slice(0, 200)}` });
  }

  #count(word: string): void {
    this.answers.set(word, (this.answers.get(word) ?? 0) + 1);
  }
}

/** The number of comments that a request adds; scenarios add each once. */
function commentsIn({ path, data }: Pick<Write, "path" | "data">): number {
  const { commentAnnotations = [], commentData = [] } = data as { commentAnnotations?: { commentData?: [] }[]; commentData?: [] };
  if (path === "/v2/commentannotations/comments/add") return commentData.length;
  return path === "/v2/commentannotations/add" ? commentAnnotations.flatMap((each) => each.commentData ?? []).length : 0;
}

type Outcome =
  | { readonly kind: "done"; readonly answer: Answer }
  | { readonly kind: "unclear"; readonly why: string }
  | { readonly kind: "refused"; readonly why: string };

function judge(answer: Answer | undefined): Outcome {
  if (answer === undefined) return { kind: "unclear", why: "no answer" };
  // The request was executed, but its stored response was erased by a removal.
  if (answer.status === 409 && answer.replayed) return { kind: "done", answer };
  if (isTransient(answer.status)) return { kind: "unclear", why: `${answer.status}` };
  // A bug: the request may have taken effect.
  if (answer.status === 500) return { kind: "unclear", why: `500 ${answer.text.slice(0, 300)}` };
  if (isSuccess(answer) && failedItems(answer).length === 0) return { kind: "done", answer };
  return { kind: "refused", why: `answered ${answer.status} ${answer.text.slice(0, 300)}` };
}

/** Whether a repeat may get another response. */
export function isTransient(status: number): boolean {
  return status === 409 || status === 429 || status === 503 || status === 504;
}

function isSuccess({ status }: Answer): boolean {
  return status === 200 || status === 202;
}

function failedItems(answer: Answer): { code?: string }[] {
  if (!isSuccess(answer)) return [];
  const { data, items } = (JSON.parse(answer.text) as { result: { data: object | null; items?: object } }).result;
  return Object.values(items ?? data ?? {}).filter((item): item is { success: boolean; code?: string } => {
    return typeof item === "object" && item !== null && "success" in item && item.success === false;
  });
}

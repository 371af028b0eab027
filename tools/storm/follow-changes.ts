import { setTimeout as delay } from "node:timers/promises";
import { FeedRefusal, feedEvents } from "../installation/feed-stream.ts";
import { withClient } from "../installation/with-client.ts";
import { type Customer, isTransient } from "./customer.ts";
import { Patience } from "./patience.ts";
import type { Finding } from "./verify.ts";

const path = "/v2/changes/get";
const waitMs = 2_000;
const pauseMs = 100;
const catchesUpWithinMs = 45_000;
// Error events with which a stream may end during faults.
const passing = /"(UNAVAILABLE|DEADLINE_EXCEEDED|ABORTED|RESOURCE_EXHAUSTED)"/;

interface Page {
  readonly data: readonly { readonly changeId: string }[];
  readonly nextCursor: string;
  readonly upToDate: boolean;
}

/**
 * Readers of one API key's feed of changes. They begin one after another during the storm and continue with their cursors through all
 * faults: every other one by the stream, and at the end by pages.
 */
export class ChangesReaders {
  readonly #customer: Customer;
  readonly #findings: Finding[] = [];
  readonly #told: string[][] = [];

  constructor(customer: Customer) {
    this.#customer = customer;
  }

  /** Starts that many readers, each after the interval. They end when the feed has nothing more after the signal. */
  async follow(readers: number, everyMs: number, stopping: AbortSignal): Promise<void> {
    await Promise.all(
      Array.from({ length: readers }, async (_, reader) => {
        await delay(reader * everyMs);
        const told: string[] = [];
        this.#told.push(told);
        const cursor = reader % 2 === 0 ? "start" : await this.#stream(told, stopping);
        await this.#read(told, 7 + reader * 90, stopping, cursor);
      }),
    );
  }

  /** Compares what each reader received with the feed read from the start after the storm, and that with the tables. */
  async findings(databaseUrl: string): Promise<Finding[]> {
    const [again, stored] = [await this.#all(), await this.#stored(databaseUrl)];
    if (again.length !== stored) this.#find("lost", `the feed has ${again.length} changes, and its tables have ${stored} rows`);
    const left = new Set(again);
    for (const [reader, told] of this.#told.entries()) {
      const once = new Set(told);
      if (once.size < told.length) this.#find("doubled", `reader ${reader} was told ${told.length - once.size} changes twice`);
      const missing = again.filter((id) => !once.has(id));
      if (missing.length > 0) this.#find("lost", `reader ${reader} did not receive ${missing.length} changes, the first ${missing[0]}`);
      // Records erased or changed since are no longer at their place.
      const inOrder = told.filter((id) => left.has(id));
      if (missing.length === 0 && inOrder.some((id, place) => id !== again[place]))
        this.#find("broken", `reader ${reader} had another order`);
    }
    return this.#findings;
  }

  /** Reads the stream from the start until the signal, across ends and breaks; returns the cursor. */
  async #stream(told: string[], stopping: AbortSignal): Promise<string> {
    let cursor = "start";
    while (!stopping.aborted) {
      // The stream counts as one request, whatever ends it.
      this.#customer.requests.ask();
      try {
        for await (const { id, event, data } of feedEvents(this.#customer, cursor, stopping)) {
          if (event === "change") told.push((JSON.parse(data) as { changeId: string }).changeId);
          cursor = id ?? cursor;
          if (event === "error" && !passing.test(data)) this.#find("refused", `a stream of changes ended with ${data.slice(0, 200)}`);
        }
      } catch (error) {
        // A broken connection is expected.
        if (error instanceof FeedRefusal && !isTransient(error.status)) this.#find("refused", error.message);
      }
      await delay(pauseMs);
    }
    return cursor;
  }

  async #read(told: string[], pageSize: number, stopping: AbortSignal, from = "start"): Promise<void> {
    const patience = new Patience(catchesUpWithinMs);
    for (let cursor = from, isEnd = false; !isEnd; ) {
      const isLast = stopping.aborted;
      const page = await this.#page({ cursor, pageSize, waitMs });
      if (page === undefined) {
        if (isLast && patience.isOver(1)) return this.#find("unfinished", "a reader of changes got no response");
        await delay(pauseMs);
        continue;
      }
      told.push(...page.data.map(({ changeId }) => changeId));
      cursor = page.nextCursor;
      isEnd = isLast && page.upToDate && page.data.length === 0;
    }
  }

  async #all(): Promise<string[]> {
    const ids: string[] = [];
    await this.#read(ids, 1_000, AbortSignal.abort());
    return ids;
  }

  async #page(request: object): Promise<Page | undefined> {
    const answer = await this.#customer.post(path, request, waitMs + 10_000).catch(() => undefined);
    if (answer === undefined || isTransient(answer.status)) return undefined;
    if (answer.status === 200) return (JSON.parse(answer.text) as { result: Page }).result;
    this.#find(answer.status === 500 ? "internal" : "refused", `${path} answered ${answer.status} ${answer.text.slice(0, 200)}`);
    return undefined;
  }

  #stored(databaseUrl: string): Promise<number> {
    const apiKey = this.#customer.headers["x-svc-api-key"];
    return withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ rows: number }>(
        `select ((select count(*) from activity.activities where api_key_id = $1)
           + (select count(*) from activity.feed_markers where api_key_id = $1))::int as rows`,
        [apiKey],
      );
      return rows[0]?.rows ?? 0;
    });
  }

  #find(kind: Finding["kind"], what: string): void {
    this.#findings.push({ kind, scenario: "changes", what });
  }
}

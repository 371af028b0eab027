import type { Database } from "@parley/database";
import { invalid, notFound } from "@parley/kernel";
import type { Host } from "@parley/runtime";
import * as z from "zod";
import type { MessageStore } from "../messages/message-store.ts";

interface Source {
  readonly database: Database;
  readonly store: MessageStore;
  readonly wake: () => void;
}

const maxPage = 500;
const maxIds = 1_000;
const Selection = z.strictObject({
  schema: z.string(),
  ids: z.union([z.literal("all"), z.array(z.int().positive()).min(1).max(maxIds)]),
});

/**
 * The dead letters of a process's modules, on the ops port:
 *
 * - `GET /dead-letters?schema=…&after=…&limit=…` lists them, oldest first, without payloads
 * - `GET /dead-letters/inspect?schema=…&id=…` shows one with its payload (base64)
 * - `POST /dead-letters/redrive` `{schema, ids}` retries them; `ids` may be `"all"`
 * - `POST /dead-letters/discard` `{schema, ids}` removes them permanently
 */
export class DeadLetterRoutes {
  readonly #sources = new Map<string, Source>();

  constructor(host: Host) {
    host.ops("GET", "/dead-letters", ({ url }) => this.#list(url.searchParams));
    // Recorded, because a payload may contain personal data.
    host.ops("GET", "/dead-letters/inspect", ({ url }) => this.#inspect(url.searchParams), { recorded: true });
    host.ops("POST", "/dead-letters/redrive", ({ body }) => this.#redrive(body));
    host.ops("POST", "/dead-letters/discard", ({ body }) => this.#discard(body));
  }

  add(database: Database, store: MessageStore, wake: () => void): void {
    this.#sources.set(store.schema, { database, store, wake });
  }

  async #list(query: URLSearchParams): Promise<unknown> {
    const asked = query.get("schema");
    const sources = asked === null ? [...this.#sources.values()] : [this.#source(asked)];
    const after = wholeNumber(query, "after", 0);
    const limit = Math.min(maxPage, wholeNumber(query, "limit", 100));
    const pages = sources.map(async ({ database, store }) => [store.schema, await store.deadLetters.page(database, after, limit)] as const);
    return { deadLetters: Object.fromEntries(await Promise.all(pages)) };
  }

  async #inspect(query: URLSearchParams): Promise<unknown> {
    const { database, store } = this.#source(query.get("schema") ?? "");
    const id = wholeNumber(query, "id", 0);
    const letter = await store.deadLetters.find(database, id);
    if (letter === undefined) throw notFound(`There is no dead letter ${id} in ${store.schema}.`);
    return { ...letter, payload: Buffer.from(letter.payload).toString("base64") };
  }

  async #redrive(body: unknown): Promise<unknown> {
    const { schema, ids } = selection(body);
    const { database, store, wake } = this.#source(schema);
    const marked = ids === "all" ? await store.deadLetters.markAll(database) : await store.deadLetters.mark(database, ids);
    wake();
    return { marked };
  }

  async #discard(body: unknown): Promise<unknown> {
    const { schema, ids } = selection(body);
    const { database, store } = this.#source(schema);
    if (ids === "all") throw invalid("ids", "Name the dead letters to discard; they cannot be discarded all at once.");
    return { discarded: await store.deadLetters.discard(database, ids) };
  }

  #source(schema: string): Source {
    const source = this.#sources.get(schema);
    if (source === undefined) throw invalid("schema", `schema must be one of ${[...this.#sources.keys()].join(", ")}.`);
    return source;
  }
}

function selection(body: unknown): z.infer<typeof Selection> {
  const parsed = Selection.safeParse(body);
  if (!parsed.success) throw invalid("body", `The body must be {"schema": "…", "ids": [1, 2, …]} with at most ${maxIds} ids.`);
  return parsed.data;
}

function wholeNumber(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name) ?? String(fallback);
  if (!/^\d{1,15}$/.test(text)) throw invalid(name, `${name} must be a whole number, not "${text}".`);
  return Number(text);
}

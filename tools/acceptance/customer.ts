import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../installation/caller.ts";
import { newWorkspace } from "../installation/workspace.ts";
import { documents, organizationId, type Written } from "./requests.ts";

interface Answer {
  readonly requestId: string;
  /** 0 without a response; the reason is in `text`. */
  readonly status: number;
  readonly text: string;
}

const answeredWithinMs = 20_000;

/** A customer's server without retries: it sees every failure. */
export class Customer {
  readonly #caller: Caller;

  private constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Creates a customer with an API key, an organization, documents and a user. */
  static async create(url: string, adminToken: string): Promise<Customer> {
    const customer = new Customer((await until(() => newWorkspace(url, adminToken))).customer);
    await customer.#must("/v2/organizations/add", { organizations: [{ organizationId, organizationName: "Acme" }] });
    const named = documents.map((documentId) => ({ documentId, documentName: documentId }));
    await customer.#must("/v2/organizations/documents/add", { organizationId, documents: named });
    await customer.#must("/v2/users/add", { organizationId, users: [{ userId: "ada", name: "Ada", email: "ada@acme.example" }] });
    return customer;
  }

  async send(path: string, data: object, idempotencyKey?: string): Promise<Answer> {
    const requestId = randomUUID();
    const headers = { "x-request-id": requestId, ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }) };
    const { status, text } = await this.#caller.post(path, data, answeredWithinMs, headers).catch((error: NodeJS.ErrnoException) => {
      return { status: 0, text: `${error.code ?? ""} ${error.message}`.trim() };
    });
    return { requestId, status, text };
  }

  /** Returns the acknowledged writes that cannot be read. */
  async missing(written: readonly Written[]): Promise<Written[]> {
    const groups = Map.groupBy(written, ({ kind, documentId = "" }) => `${kind} ${documentId}`);
    const missing: Written[] = [];
    for (const all of groups.values()) {
      for (let from = 0; from < all.length; from += 50) missing.push(...(await this.#missingOf(all.slice(from, from + 50))));
    }
    return missing;
  }

  close(): Promise<void> {
    return this.#caller.close();
  }

  async #missingOf(some: readonly Written[]): Promise<Written[]> {
    const ids = some.map(({ id }) => id);
    const [first] = some;
    const found =
      first?.kind === "annotation"
        ? await this.#list("/v2/commentannotations/get", { documentId: first.documentId, annotationIds: ids })
        : await this.#list("/v2/users/get", { userIds: ids });
    const there = new Set(found.map(({ annotationId, userId }) => annotationId ?? userId));
    return some.filter(({ id }) => !there.has(id));
  }

  async #list(path: string, data: object): Promise<Record<string, string>[]> {
    return (await this.#must(path, { organizationId, pageSize: 100, ...data })) as Record<string, string>[];
  }

  #must(path: string, data: object): Promise<unknown> {
    return until(() => this.#caller.ask(path, data));
  }
}

/** Tries up to six times. */
async function until<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = 5; left > 0; left--) {
    try {
      return await attempt();
    } catch {
      await delay(500);
    }
  }
  return attempt();
}

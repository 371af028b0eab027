import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { documents, organizationId, type Written } from "./requests.ts";
import { SentRequests, type UsedConnection } from "./sent-requests.ts";

interface Answer {
  readonly requestId: string;
  /** 0 without a response; the reason is in `text`. */
  readonly status: number;
  readonly text: string;
  /** Undefined when the request was never sent. */
  readonly connection: UsedConnection | undefined;
}

/** A customer's server without retries: it sees every failure. */
export class Customer {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent: Agent;
  readonly #sent = new SentRequests();

  private constructor(url: string, headers: Readonly<Record<string, string>>, agent: Agent) {
    this.#url = url;
    this.#headers = headers;
    this.#agent = agent;
  }

  /** Creates a customer with an API key, an organization, documents and a user. */
  static async create(url: string, adminToken: string): Promise<Customer> {
    const agent = new Agent({ connections: 64, headersTimeout: 20_000, bodyTimeout: 20_000 });
    const admin = new Customer(url, { "x-svc-admin-token": adminToken }, agent);
    const created = (await admin.#must("/v2/workspace/create", { workspaceName: "Load", ownerEmail: "owner@acme.example" })) as {
      readonly apiKeyList: Record<string, object>;
      readonly apiKeyAuthToken: string;
    };
    const [apiKey = ""] = Object.keys(created.apiKeyList);
    const customer = new Customer(url, { "x-svc-api-key": apiKey, "x-svc-auth-token": created.apiKeyAuthToken }, agent);
    await customer.#must("/v2/organizations/add", { organizations: [{ organizationId, organizationName: "Acme" }] });
    const named = documents.map((documentId) => ({ documentId, documentName: documentId }));
    await customer.#must("/v2/organizations/documents/add", { organizationId, documents: named });
    admin.#sent.close();
    await customer.#must("/v2/users/add", { organizationId, users: [{ userId: "ada", name: "Ada", email: "ada@acme.example" }] });
    return customer;
  }

  async send(path: string, data: object, idempotencyKey?: string): Promise<Answer> {
    const requestId = randomUUID();
    const key = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    const { status, text } = await this.#exchange(path, data, { ...key, "x-request-id": requestId });
    return { requestId, status, text, connection: this.#sent.take(requestId) };
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

  async close(): Promise<void> {
    this.#sent.close();
    await this.#agent.close();
  }

  async #exchange(path: string, data: object, headers: Readonly<Record<string, string>>): Promise<Pick<Answer, "status" | "text">> {
    try {
      const { statusCode, body } = await request(`${this.#url}${path}`, {
        method: "POST",
        dispatcher: this.#agent,
        headers: { "content-type": "application/json", ...this.#headers, ...headers },
        body: JSON.stringify({ data }),
      });
      return { status: statusCode, text: await body.text() };
    } catch (error) {
      const { code = "", message } = error as NodeJS.ErrnoException;
      return { status: 0, text: `${code} ${message}`.trim() };
    }
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

  async #must(path: string, data: object): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const { status, text } = await this.send(path, data);
      if (status === 200) return (JSON.parse(text) as { result: { data: unknown } }).result.data;
      if (attempt === 6) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
      await delay(500);
    }
  }
}

import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";

type Headers = Readonly<Record<string, string>>;

export interface Credentials {
  readonly apiKey: string;
  readonly customer: Headers;
  readonly owner: Headers;
}

interface LoadReport {
  readonly requests: number;
  /** A sentence for each that was no success. */
  readonly failed: readonly string[];
  /** Of which webhooks tell. */
  readonly events: number;
}

const everyMs = 10;
const place = { organizationId: "acme", documentId: "welcome" };

/** A customer who reads, opens secrets and writes what webhooks tell of, whatever is rotated meanwhile. */
export class RotationLoad {
  readonly apiKey: string;
  customer: Headers;
  owner: Headers;
  readonly #url: string;
  readonly #running = new Set<Promise<void>>();
  readonly #failed: string[] = [];
  readonly #asking: Promise<void>;
  #isOver = false;
  #requests = 0;
  #events = 0;

  constructor(url: string, { apiKey, customer, owner }: Credentials) {
    this.#url = url;
    this.apiKey = apiKey;
    this.customer = customer;
    this.owner = owner;
    this.#asking = this.#askOn();
  }

  /** Resolves when nothing is under way any more with those before. */
  async use({ customer, owner }: Omit<Credentials, "apiKey">): Promise<void> {
    this.customer = customer;
    this.owner = owner;
    await Promise.all(this.#running);
  }

  async end(): Promise<LoadReport> {
    this.#isOver = true;
    await this.#asking;
    await Promise.all(this.#running);
    return { requests: this.#requests, failed: this.#failed, events: this.#events };
  }

  async #askOn(): Promise<void> {
    for (; !this.#isOver; await delay(everyMs)) {
      const asked = this.#ask(this.#requests++).finally(() => this.#running.delete(asked));
      this.#running.add(asked);
    }
  }

  async #ask(n: number): Promise<void> {
    const [path, headers, data] = this.#requestOf(n);
    try {
      const { statusCode, body } = await request(this.#url + path, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": `rotation-${n}`, ...headers },
        body: JSON.stringify({ data }),
      });
      const text = await body.text();
      if (statusCode !== 200) this.#failed.push(`${path} answered ${statusCode}: ${text.slice(0, 200)}`);
    } catch (error) {
      this.#failed.push(`${path} was not answered: ${error}`);
    }
  }

  #requestOf(n: number): [path: string, headers: Headers, data: object] {
    if (n % 4 === 0) return ["/v2/organizations/get", this.customer, {}];
    if (n % 4 === 1) return ["/v2/workspace/authtokens/get", this.owner, { apiKey: this.apiKey }];
    if (n % 4 === 2) return ["/v2/workspace/webhooksecret/get", this.customer, {}];
    this.#events++;
    const commentData = [{ commentId: "first", from: { userId: "ada" }, commentText: `Comment ${n}` }];
    return [
      "/v2/commentannotations/add",
      this.customer,
      { ...place, commentAnnotations: [{ annotationId: `rotation-${n}`, commentData }] },
    ];
  }
}

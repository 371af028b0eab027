import { LRUCache } from "lru-cache";

// A key reuses its client within this time; after that nothing of it stays in memory.
const keptMs = 10 * 60_000;
const maxKept = 1_000;

/** A provider's SDK, loaded on first use, and one client of it for each key: creating a client costs up to a tenth of a call. */
export class KeyedClients<Sdk, Client extends object> {
  readonly #load: () => Promise<Sdk>;
  readonly #make: (sdk: Sdk, apiKey: string) => Client;
  readonly #clients = new LRUCache<string, Client>({ max: maxKept, ttl: keptMs, ttlAutopurge: false });
  #sdk: Promise<Sdk> | undefined;

  constructor(load: () => Promise<Sdk>, make: (sdk: Sdk, apiKey: string) => Client) {
    this.#load = load;
    this.#make = make;
  }

  async of(apiKey: string): Promise<Client> {
    const kept = this.#clients.get(apiKey);
    if (kept !== undefined) return kept;
    this.#sdk ??= this.#load();
    const client = this.#make(await this.#sdk, apiKey);
    this.#clients.set(apiKey, client);
    return client;
  }
}

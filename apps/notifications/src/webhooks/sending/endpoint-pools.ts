import { LRUCache } from "lru-cache";
import { type Dispatcher, Pool } from "undici";
import { type EgressGuard, guardedConnector } from "../guard/egress-guard.ts";

// ms: less than the usual 5 s after which customers' servers close idle connections, so that no request meets a closing one.
const keepAliveMs = 4_000;
const maxKeepAliveMs = 60_000;
const maxHeaderBytes = 16 * 1024;

interface PoolOptions {
  readonly guard: EgressGuard;
  readonly connectTimeoutMs: number;
  readonly connections: number;
  /** The number of endpoints to which connections are kept. */
  readonly max: number;
}

/** Open connections to endpoints: a pool for each, so that no endpoint waits for a connection of another. */
export class EndpointPools {
  readonly #options: PoolOptions;
  readonly #pools: LRUCache<string, Pool>;
  // Evicted pools, until their running requests have ended.
  readonly #leaving = new Set<Pool>();

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#pools = new LRUCache({
      max: options.max,
      dispose: (pool, _key, reason) => {
        if (reason === "evict") this.#leave(pool);
      },
    });
  }

  /** The pool of an endpoint, by owner and origin. */
  of(owner: string, origin: string): Dispatcher {
    const key = `${owner} ${origin}`;
    const known = this.#pools.get(key);
    if (known !== undefined) return known;
    const { guard, connectTimeoutMs, connections } = this.#options;
    const pool = new Pool(origin, {
      connections,
      connect: guardedConnector(guard, connectTimeoutMs),
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: maxKeepAliveMs,
      maxHeaderSize: maxHeaderBytes,
      allowH2: false,
      // The deadline of each request covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#pools.set(key, pool);
    return pool;
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values(), ...this.#leaving];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  #leave(pool: Pool): void {
    this.#leaving.add(pool);
    pool.close(() => this.#leaving.delete(pool));
  }
}

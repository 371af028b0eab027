import type { LookupFunction } from "node:net";
import type { Transport } from "@connectrpc/connect";
import { createConnectTransport, Http2SessionManager } from "@connectrpc/connect-node";
import type { EndpointOptions } from "./endpoint-options.ts";

interface Session {
  readonly manager: Http2SessionManager;
  readonly transport: Transport;
  readonly openedAtMs: number;
}

const idleMs = 30_000;

/**
 * The HTTP/2 connections for streams to one address. A stream stays on the connection that it began on; new ones go to a recent connection.
 */
export class StreamSessions {
  readonly #options: EndpointOptions;
  readonly #lookup: LookupFunction;
  readonly #managers = new Set<Http2SessionManager>();
  #newest: Session | undefined;

  constructor(options: EndpointOptions, lookup: LookupFunction) {
    this.#options = options;
    this.#lookup = lookup;
  }

  transport(): Transport {
    const nowMs = performance.now();
    if (this.#newest === undefined || nowMs - this.#newest.openedAtMs > this.#options.connectionAgeMs) this.#newest = this.#open(nowMs);
    return this.#newest.transport;
  }

  abort(): void {
    for (const manager of this.#managers) manager.abort();
    this.#managers.clear();
  }

  #open(openedAtMs: number): Session {
    const { baseUrl, maxMessageBytes, tls } = this.#options;
    this.#endUnused();
    const manager = new Http2SessionManager(
      baseUrl,
      { pingIntervalMs: 20_000, idleConnectionTimeoutMs: idleMs },
      { lookup: this.#lookup, ...tls },
    );
    this.#managers.add(manager);
    const transport = createConnectTransport({
      baseUrl: baseUrl.href,
      httpVersion: "2",
      sessionManager: manager,
      readMaxBytes: maxMessageBytes,
      writeMaxBytes: maxMessageBytes,
      acceptCompression: [],
    });
    return { manager, transport, openedAtMs };
  }

  // The session being replaced is kept, because a stream may be about to begin on it.
  #endUnused(): void {
    for (const manager of this.#managers) {
      if (manager === this.#newest?.manager || !["closed", "idle", "error"].includes(manager.state())) continue;
      manager.abort();
      this.#managers.delete(manager);
    }
  }
}

import { channel } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import type { DiagnosticsChannel } from "undici";

/** The connection of a request, as it was when the request was sent. */
export interface UsedConnection {
  readonly localPort: number | undefined;
  /** The number of earlier requests on this connection. */
  readonly requestsBefore: number;
  readonly ageMs: number;
  /** The number of bytes received since. */
  readonly bytesSince: () => number;
}

interface Carrier {
  readonly openedMs: number;
  requests: number;
}

const sending = channel("undici:client:sendHeaders");
const connected = channel("undici:client:connected");
const requestId = /\r\nx-request-id: (\S+)\r\n/i;

/** Remembers the connection of each request with an `x-request-id`, until `take`. */
export class SentRequests {
  readonly #carriers = new WeakMap<Socket, Carrier>();
  readonly #used = new Map<string, UsedConnection>();

  constructor() {
    connected.subscribe(this.#onConnected);
    sending.subscribe(this.#onSending);
  }

  /** Undefined when the request was never sent. */
  take(id: string): UsedConnection | undefined {
    const used = this.#used.get(id);
    this.#used.delete(id);
    return used;
  }

  close(): void {
    connected.unsubscribe(this.#onConnected);
    sending.unsubscribe(this.#onSending);
  }

  readonly #onConnected = (message: unknown): void => {
    const { socket } = message as DiagnosticsChannel.ClientConnectedMessage;
    this.#carriers.set(socket, { openedMs: performance.now(), requests: 0 });
  };

  readonly #onSending = (message: unknown): void => {
    const { headers, socket } = message as DiagnosticsChannel.ClientSendHeadersMessage;
    const [, id] = requestId.exec(headers) ?? [];
    const carrier = this.#carriers.get(socket);
    if (id === undefined || carrier === undefined) return;
    const bytesBefore = socket.bytesRead;
    this.#used.set(id, {
      localPort: socket.localPort,
      requestsBefore: carrier.requests++,
      ageMs: Math.round(performance.now() - carrier.openedMs),
      bytesSince: () => socket.bytesRead - bytesBefore,
    });
  };
}

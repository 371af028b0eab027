import type { Socket } from "node:net";
import { probe, type StrangerRequest } from "./stranger-requests.ts";
import { StrangerSockets, writeRepeatedly } from "./stranger-sockets.ts";
import { clientHello, guess, namedGuess, requestText, wrongCredentials } from "./stranger-texts.ts";

/** What a stranger knows about an installation. */
export interface Stranger {
  readonly attack: AttackName;
  readonly gatewayPort: number;
  readonly opsPort: number;
  /** TLS ports between services. */
  readonly servicePorts: readonly number[];
  /** The gateway's public name. */
  readonly host: string;
  /** The customer's key, which is public. */
  readonly apiKey: string;
  /** One request for every route. */
  readonly requests: readonly StrangerRequest[];
  /** One request for every route of the ops port. */
  readonly opsRequests: readonly StrangerRequest[];
}

// More connections than a gateway accepts (PARLEY_MAX_CONNECTIONS).
const morePlaces = 4_200;
const slowCount = 3_000;
const handshakeCount = 2_000;
const newcomersAtOnce = 2_000;
const bodyBytes = 1_048_576;
const blockBytes = 65_536;
// A stranger whose connection is closed comes back after this time.
const againMs = 1_000;
// How long strangers that take every place also take the places that become free.
const takingMs = 30_000;

type Attack = (stranger: Stranger) => StrangerSockets | Promise<StrangerSockets>;

/** Each starts at once and continues until its process ends. */
export const attacks = {
  unread: ({ gatewayPort, requests, host }) => unread(gatewayPort, requests, host),
  idle: ({ gatewayPort, host }) => idle(gatewayPort, host),
  probes: ({ gatewayPort, host }) => pipelines(gatewayPort, [probe], host, { count: 40, times: 60_000 }),
  pipelines: ({ gatewayPort, requests, host }) => pipelines(gatewayPort, requests, host, { count: 40, times: 60_000 }),
  bursts: ({ gatewayPort, requests, host }) => pipelines(gatewayPort, requests, host, { count: 150, times: 1_700 }),
  "slow-heads": ({ gatewayPort, requests, host }) => slowHeads(gatewayPort, requests, host),
  "slow-bodies": ({ gatewayPort, requests, host, apiKey }) => slowBodies(gatewayPort, requests, host, apiKey),
  bodies: ({ gatewayPort, requests, host }) => bodies(gatewayPort, requests, host),
  guesses: ({ gatewayPort, host }) => flood(gatewayPort, 3_000, (n) => guess(n, host)),
  named: ({ gatewayPort, host, apiKey }) => flood(gatewayPort, 8_000, () => namedGuess(host, apiKey)),
  "named-deep": ({ gatewayPort, host, apiKey }) => deep(gatewayPort, () => namedGuess(host, apiKey)),
  newcomers: ({ gatewayPort, requests, host, apiKey }) => newcomers(gatewayPort, requests, host, apiKey),
  tls: ({ gatewayPort, servicePorts }) => handshakes([gatewayPort, ...servicePorts]),
  "ops-unread": ({ opsPort, opsRequests }) => unread(opsPort, opsRequests, "localhost"),
  "ops-pipelines": ({ opsPort, opsRequests }) => pipelines(opsPort, opsRequests, "localhost", { count: 40, times: 60_000 }),
  "ops-slow": ({ opsPort, opsRequests }) => slowHeads(opsPort, opsRequests, "localhost"),
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;

// Pipelines that are too shallow for any limit to refuse, and deeper ones, whose small responses do not all fit into the system's buffers.
const depths = [4, 12, 40] as const;

/** Sends a few requests on each connection and reads nothing. */
function unread(port: number, requests: readonly StrangerRequest[], host: string): StrangerSockets {
  const sockets = new StrangerSockets();
  sockets.keep({ port, count: morePlaces, reads: false, againMs, forMs: takingMs }, (socket, place) => {
    const depth = depths[Math.floor(place / requests.length) % depths.length] ?? 1;
    socket.write(requestText(inTurn(requests, place), host).repeat(depth));
  });
  return sockets;
}

/** Sends one request on each connection, reads the response, and sends nothing more. */
function idle(port: number, host: string): StrangerSockets {
  const sockets = new StrangerSockets();
  sockets.keep({ port, count: morePlaces, reads: true, againMs, forMs: takingMs }, (socket) => socket.write(requestText(probe, host)));
  return sockets;
}

/** Sends many requests on each connection, as fast as they are accepted, and reads nothing. */
function pipelines(
  port: number,
  requests: readonly StrangerRequest[],
  host: string,
  { count, times }: { readonly count: number; readonly times: number },
): StrangerSockets {
  const sockets = new StrangerSockets();
  const left = Array.from({ length: count }, () => times);
  sockets.keep({ port, count, reads: false, againMs: 100 }, (socket, place) => {
    const text = requestText(inTurn(requests, place), host);
    writeRepeatedly(socket, text, left[place] ?? 0, (taken) => {
      left[place] = (left[place] ?? 0) - taken;
    });
  });
  return sockets;
}

/** Sends the head of a request at one byte per second. */
function slowHeads(port: number, requests: readonly StrangerRequest[], host: string): StrangerSockets {
  const sockets = new StrangerSockets();
  sockets.keep({ port, count: slowCount, reads: true, againMs }, (socket, place) => {
    const { method, path } = inTurn(requests, place);
    socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nx-slow: `);
  });
  drip(sockets);
  return sockets;
}

/**
 * Announces a large body and sends it at one byte per second: without credentials, with wrong ones, and with wrong ones for the customer's
 * key.
 */
function slowBodies(port: number, requests: readonly StrangerRequest[], host: string, apiKey: string): StrangerSockets {
  const sockets = new StrangerSockets();
  sockets.keep({ port, count: slowCount, reads: true, againMs }, (socket, place) => {
    const credentials = inTurn([{}, wrongCredentials("pk_test_nobody"), wrongCredentials(apiKey)], place);
    const headers = { ...credentials, "content-length": String(bodyBytes) };
    socket.write(requestText(inTurn(requests, Math.floor(place / 3)), host, { headers }));
  });
  drip(sockets);
  return sockets;
}

/** Sends a large body to every route: half of the strangers repeatedly the whole body, the others all but its last byte. */
function bodies(port: number, requests: readonly StrangerRequest[], host: string): StrangerSockets {
  const sockets = new StrangerSockets();
  const block = "x".repeat(blockBytes);
  sockets.keep({ port, count: 500, reads: true, againMs }, (socket, place) => {
    const head = requestText(inTurn(requests, place), host, { headers: { "content-length": String(bodyBytes) } });
    const blocks = bodyBytes / blockBytes;
    const send = () => {
      let taken = 0;
      socket.write(head);
      writeRepeatedly(socket, block, blocks - 1, () => {
        if (++taken < blocks - 1) return;
        socket.write(place % 2 === 0 ? block : block.slice(1));
        if (place % 2 === 0) setTimeout(send, againMs);
      });
    };
    send();
  });
  return sockets;
}

/** Sends a fixed number of requests per second, regardless of their outcome, and reads the responses. */
function flood(port: number, perSecond: number, text: (n: number) => string): StrangerSockets {
  const sockets = new StrangerSockets();
  sockets.keep({ port, count: 64, reads: true, againMs: 100 }, () => undefined);
  const beganMs = performance.now();
  let sent = 0;
  setInterval(() => {
    const due = Math.floor(((performance.now() - beganMs) / 1_000) * perSecond);
    const takers = [...sockets.open].filter((socket) => socket.writableLength < blockBytes);
    // Requests that are more than a second late are no longer sent.
    for (sent = Math.max(sent, due - perSecond); sent < due && takers.length > 0; sent++) inTurn(takers, sent).write(text(sent));
  }, 5);
  return sockets;
}

/** 8,000 requests a second in pipelines of a hundred. */
function deep(port: number, text: () => string): StrangerSockets {
  const sockets = new StrangerSockets();
  const send = (socket: Socket) => {
    if (socket.writableLength < blockBytes) socket.write(Array.from({ length: 100 }, text).join(""));
  };
  sockets.keep({ port, count: 40, reads: true, againMs: 100 }, (socket) => {
    const again = setInterval(() => send(socket), 500);
    socket.once("close", () => clearInterval(again));
  });
  return sockets;
}

/** Opens a thousand connections a second, each with one request, and closes each when it has been answered. */
function newcomers(port: number, requests: readonly StrangerRequest[], host: string, apiKey: string): StrangerSockets {
  const sockets = new StrangerSockets();
  const beganMs = performance.now();
  let opened = 0;
  setInterval(() => {
    const due = Math.floor(performance.now() - beganMs);
    const count = Math.min(due - opened, newcomersAtOnce - sockets.open.size);
    opened = due;
    if (count <= 0) return;
    sockets.keep({ port, count, reads: true, againMs: 0, forMs: 0 }, (socket, place) => {
      const headers = inTurn([{}, wrongCredentials("pk_test_nobody"), wrongCredentials(apiKey)], place);
      socket.write(requestText(inTurn(requests, opened + place), host, { headers }));
      socket.once("data", () => socket.destroy());
    });
  }, 5);
  return sockets;
}

/** Starts TLS on every port: half of the strangers send a part of their ClientHello, the others all of it, and then nothing more. */
async function handshakes(ports: readonly number[]): Promise<StrangerSockets> {
  const hello = await clientHello();
  const sockets = new StrangerSockets();
  for (const port of ports) {
    const count = Math.floor(handshakeCount / ports.length);
    sockets.keep({ port, count, reads: true, againMs }, (socket, place) => socket.write(place % 2 === 0 ? hello.subarray(0, 100) : hello));
  }
  return sockets;
}

// One byte per second on each connection, a tenth of the connections at a time.
function drip(sockets: StrangerSockets): void {
  let tick = 0;
  setInterval(() => {
    tick++;
    let place = 0;
    for (const socket of sockets.open) if (place++ % 10 === tick % 10) socket.write("a");
  }, 100);
}

function inTurn<Value>(values: readonly Value[], n: number): Value {
  return values[n % values.length] as Value;
}

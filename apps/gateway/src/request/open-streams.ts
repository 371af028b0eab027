import { type Credential, scopeOf } from "../credentials/credential.ts";
import type { Checked, CredentialCheck, Headers } from "../credentials/credential-check.ts";

/** The request that opened a stream. */
interface StreamHead {
  readonly route: Checked;
  readonly headers: Headers;
  readonly address: string;
  readonly credential: Credential;
  /** Fails once the reader may no longer see the content of the stream. */
  readonly mayGoOn?: (() => Promise<void>) | undefined;
}

/** A response that stays open until it is ended here, or ends by itself. */
interface Stream {
  end(error?: unknown): void;
  onEnd(listener: () => void): void;
}

interface OpenStream extends StreamHead {
  readonly stream: Stream;
  readonly endsAtMs: number;
  /** The token and its rights as strings: thousands of streams are compared several times a second. */
  readonly token: string;
  readonly rights: string;
  /** The time up to which the stream's open time has been reported. */
  countedMs: number;
}

interface OpenStreamsOptions {
  readonly credentials: Pick<CredentialCheck, "check">;
  /** A stream ends after this time; its client reconnects, possibly to another gateway. */
  readonly longestMs: number;
  /** Called with each part of the time for which a stream is open. */
  readonly onOpen: (credential: Credential, headers: Headers, openMs: number) => void;
}

// Together with a credential's longest time in the cache, this is less than five seconds.
const lookEveryMs = 400;
// Streams of users are checked only at every second look. There are many of them, each with its own token, and their cached data is newer.
const usersEachLooks = 2;
// A killed process loses at most this much unreported time.
const countEveryMs = 2_000;

/** The streams that a gateway holds open until their time ends, their credentials become invalid, or the process stops. */
export class OpenStreams {
  readonly #options: OpenStreamsOptions;
  readonly #open = new Set<OpenStream>();
  readonly #checking = new Set<string>();
  #looks: NodeJS.Timeout | undefined;
  #draining = false;
  #looked = 0;

  constructor(options: OpenStreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  add(stream: Stream, head: StreamHead): void {
    const nowMs = performance.now();
    const { credential } = head;
    const known = { token: tokenOf(credential), rights: rightsOf(credential) };
    const open: OpenStream = { ...head, ...known, stream, endsAtMs: nowMs + this.#options.longestMs, countedMs: nowMs };
    this.#open.add(open);
    this.#looks ??= setInterval(() => this.#look(), lookEveryMs);
    stream.onEnd(() => this.#forget(open));
    if (this.#draining) stream.end();
  }

  /** Ends all streams, and every later one as soon as it begins. */
  drain(): void {
    this.#draining = true;
    for (const { stream } of this.#open) stream.end();
  }

  #forget(open: OpenStream): void {
    if (this.#open.delete(open)) this.#count(open, performance.now());
    if (this.#open.size > 0) return;
    clearInterval(this.#looks);
    this.#looks = undefined;
  }

  #count(open: OpenStream, nowMs: number): void {
    this.#options.onOpen(open.credential, open.headers, nowMs - open.countedMs);
    open.countedMs = nowMs;
  }

  #look(): void {
    const nowMs = performance.now();
    const looksAtUsers = ++this.#looked % usersEachLooks === 0;
    const byToken = new Map<string, OpenStream[]>();
    for (const open of this.#open) {
      if (nowMs - open.countedMs >= countEveryMs) this.#count(open, nowMs);
      if (open.endsAtMs <= nowMs) open.stream.end();
      if (open.credential.level === "user" && !looksAtUsers) continue;
      const streams = byToken.get(open.token);
      if (streams === undefined) byToken.set(open.token, [open]);
      else streams.push(open);
    }
    for (const [token, streams] of byToken) void this.#check(token, streams);
  }

  // One check for all streams of a token.
  async #check(token: string, streams: readonly OpenStream[]): Promise<void> {
    const [first] = streams;
    if (first === undefined || this.#checking.has(token)) return;
    this.#checking.add(token);
    try {
      const now = rightsOf(await this.#options.credentials.check(first.route, first.headers, first.address));
      // If the token's rights have changed, the client reconnects and learns then what it may not do.
      for (const { stream, rights } of streams) if (rights !== now) stream.end();
      await Promise.all(streams.map(endUnlessAllowed));
    } catch (error) {
      for (const { stream } of streams) stream.end(error);
    } finally {
      this.#checking.delete(token);
    }
  }
}

async function endUnlessAllowed({ stream, mayGoOn }: OpenStream): Promise<void> {
  try {
    await mayGoOn?.();
  } catch (error) {
    stream.end(error);
  }
}

function rightsOf(credential: Credential): string {
  if (credential.level === "admin") return "";
  const { role, resources, organizationIds } = credential.rights;
  return JSON.stringify([role, resources && [...resources], organizationIds && [...organizationIds]]);
}

// Identifies the token without being a secret.
function tokenOf(credential: Credential): string {
  return `${scopeOf(credential)}\0${credential.level === "admin" ? "" : credential.tokenId}`;
}

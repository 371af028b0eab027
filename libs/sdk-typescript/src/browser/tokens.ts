import { UnauthenticatedError } from "../errors/errors.ts";
import type { Fetch, FetchAnswer } from "../sending/fetch.ts";

/**
 * Gets a token of the signed-in user from your own server, which makes it with `userTokens.generate`. Return null when nobody is signed in
 * any more: calls and lists then fail with an `UnauthenticatedError` and stop. Reject when there is no token at the moment: they try again.
 */
export type GetToken = () => Promise<string | null>;

/** A token is replaced when less than this share of its life is left, so that it does not expire while a request is under way. */
const shareLeft = 0.1;
/** The pause after a failed replacement, while the token is still valid. */
const restMs = 5_000;

/**
 * Keeps the user's token. It asks for one token for all callers: when there is none, when the token nears its end, and when it was refused.
 * A token that cannot be replaced is used until it expires.
 */
export class Tokens {
  readonly #getToken: GetToken;
  #asked: Promise<string> | undefined;
  #renewAtMs = Number.POSITIVE_INFINITY;
  #endsAtMs = 0;

  constructor(getToken: GetToken) {
    this.#getToken = getToken;
  }

  current(): Promise<string> {
    if (this.#asked === undefined || Date.now() >= this.#renewAtMs) this.#asked = this.#ask(this.#asked);
    return this.#asked;
  }

  /** The claims of the current token, unverified. */
  async claims(signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    return claimsOf(await this.#within(signal, this.current()));
  }

  /** Sends requests with the token; a refused token is replaced once. */
  sendingBy(send: Fetch): Fetch {
    return async (url, request) => {
      const sendWith = (token: string) => send(url, { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
      const asked = this.current();
      const answer = await sendWith(await this.#within(request.signal, asked));
      if (answer.status !== 401) return answer;
      await leave(answer);
      // Another request may have replaced the token meanwhile.
      if (this.#asked === asked) this.forget();
      return sendWith(await this.#within(request.signal, this.current()));
    };
  }

  forget(): void {
    this.#asked = undefined;
    this.#endsAtMs = 0;
  }

  #ask(before: Promise<string> | undefined): Promise<string> {
    this.#renewAtMs = Number.POSITIVE_INFINITY;
    const asked = this.#token().then(
      (token) => {
        const startMs = Date.now();
        const ms = lifeMs(token);
        this.#renewAtMs = startMs + ms * (1 - shareLeft);
        this.#endsAtMs = startMs + ms;
        return token;
      },
      (error: unknown) => {
        if (this.#asked !== asked) throw error;
        const isGood = before !== undefined && Date.now() < this.#endsAtMs && !(error instanceof UnauthenticatedError);
        if (!isGood) {
          this.forget();
          throw error;
        }
        this.#renewAtMs = Math.min(Date.now() + restMs, this.#endsAtMs);
        return before;
      },
    );
    return asked;
  }

  /** Waits for a token until the request is aborted, because your server may never answer. The next caller then asks again. */
  #within(signal: AbortSignal, token: Promise<string>): Promise<string> {
    return new Promise((resolve, reject) => {
      const end = () => {
        if (this.#asked === token) this.forget();
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener("abort", end, { once: true });
      token.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
    });
  }

  async #token(): Promise<string> {
    const token = await this.#getToken();
    if (token === null) throw nobodySignedIn();
    return token;
  }
}

function nobodySignedIn(): UnauthenticatedError {
  const nothing = { requestId: "", code: undefined, details: undefined, retryAfterMs: undefined, replayed: false };
  return new UnauthenticatedError({ ...nothing, status: "UNAUTHENTICATED", httpStatus: 401, message: "Nobody is signed in." });
}

// The token's duration counts, not its end, because the machine's clock may be wrong.
function lifeMs(token: string): number {
  const { exp, iat } = claimsOf(token);
  return typeof exp === "number" && typeof iat === "number" ? (exp - iat) * 1_000 : Number.POSITIVE_INFINITY;
}

/** The claims of a token, unverified; empty for any other text. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0))));
  } catch {
    return {};
  }
}

async function leave({ body }: FetchAnswer): Promise<void> {
  await body?.cancel().catch(() => undefined);
}

import type { Fetch, FetchAnswer } from "../sending/fetch.ts";

/** Gets a token of the signed-in user from your own server, which makes it by `users.generateToken`. */
export type GetToken = () => Promise<string>;

/** A token is replaced when less than this share of its life is left, so that a request on its way does not outlive it. */
const shareLeft = 0.1;

/** Keeps the user's token: asks for one when there is none, when its life nears its end, and when it was refused; once for all who wait. */
export class Tokens {
  readonly #getToken: GetToken;
  #asked: Promise<string> | undefined;
  #renewAtMs = Number.POSITIVE_INFINITY;

  constructor(getToken: GetToken) {
    this.#getToken = getToken;
  }

  current(): Promise<string> {
    if (this.#asked === undefined || Date.now() >= this.#renewAtMs) this.#asked = this.#ask();
    return this.#asked;
  }

  /** Sends with the token; one that is refused is replaced once. */
  sendingBy(send: Fetch): Fetch {
    return async (url, request) => {
      const sendWith = (token: string) => send(url, { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
      const asked = this.current();
      const answer = await sendWith(await asked);
      if (answer.status !== 401) return answer;
      await leave(answer);
      // Others may have replaced it meanwhile.
      if (this.#asked === asked) this.forget();
      return sendWith(await this.current());
    };
  }

  forget(): void {
    this.#asked = undefined;
  }

  #ask(): Promise<string> {
    this.#renewAtMs = Number.POSITIVE_INFINITY;
    const asked = this.#getToken().then(
      (token) => {
        this.#renewAtMs = Date.now() + lifeMs(token) * (1 - shareLeft);
        return token;
      },
      (error: unknown) => {
        if (this.#asked === asked) this.forget();
        throw error;
      },
    );
    return asked;
  }
}

// By its length, and not by its end: the clock of the machine may be wrong.
function lifeMs(token: string): number {
  const { exp, iat } = claimsOf(token);
  return typeof exp === "number" && typeof iat === "number" ? (exp - iat) * 1_000 : Number.POSITIVE_INFINITY;
}

/** What a token says, unverified; nothing for a text of another form. */
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

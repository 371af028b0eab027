import type { Fetch } from "./fetch.ts";

/** What is needed of undici's `request`. */
type UndiciRequest = (
  url: string,
  options: { readonly method: "POST"; readonly headers: Record<string, string>; readonly body: string; readonly signal: AbortSignal },
) => Promise<{
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: { text(): Promise<string> };
}>;

/**
 * Sends by the `request` of undici, for a third of what `fetch` costs: `new Parley({ …, fetch: overUndici(request) })`. It follows no redirects;
 * one is answered as the failure that it is. Answers have no `body` to stream.
 */
export function overUndici(request: UndiciRequest): Fetch {
  return async (url, { method, headers, body, aborter }) => {
    // It listens to `abort`, and uses no more of a signal.
    const signal = aborter as Partial<AbortSignal> as AbortSignal;
    const answer = await request(url, { method, headers, body, signal });
    return {
      ok: answer.statusCode < 300,
      status: answer.statusCode,
      headers: { get: (name) => textOf(answer.headers[name]) },
      body: null,
      text: () => answer.body.text(),
    };
  };
}

function textOf(header: string | string[] | undefined): string | null {
  return header === undefined ? null : String(header);
}

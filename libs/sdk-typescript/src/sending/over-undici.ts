import type { AbortTarget, Fetch } from "./fetch.ts";

/** What is needed of undici's `request`. */
type UndiciRequest = (
  url: string,
  options: { readonly method: "POST"; readonly headers: Record<string, string>; readonly body: string; readonly signal: AbortTarget },
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
    const answer = await request(url, { method, headers, body, signal: aborter });
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

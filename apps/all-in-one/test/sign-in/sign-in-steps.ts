import { expect } from "vitest";
import { Customer, type HttpAnswer } from "../support/customer.ts";

/** The gateway's own and public addresses, and the API key for calls. */
interface SignInPlace {
  readonly url: string;
  readonly publicUrl: string;
  readonly apiKey: string;
}

/** Helpers for tests of signing in at a provider, for a gateway that is started later. */
export function signInSteps(at: () => SignInPlace) {
  /** Begins a sign-in like a browser, up to the provider's response. */
  async function leave(query = ""): Promise<{ pending: string; back: string }> {
    const { status, headers } = await get(`/console/oidc/sign-in${query}`);
    expect(status).toBe(302);
    const answer = await fetch(String(headers.location), { redirect: "manual" });
    const { pathname, search } = new URL(answer.headers.get("location") ?? "");
    return { pending: cookieIn(headers, "parley-sign-in"), back: pathname + search };
  }

  function get(path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    return new Customer(at().publicUrl).send(path, undefined, { method: "GET", headers });
  }

  /** The pair of name and value that a response sets. */
  function cookieIn({ "set-cookie": set }: HttpAnswer["headers"], name: string): string {
    const found = [set ?? []].flat().find((each) => each.startsWith(`${name}=`) && !each.startsWith(`${name}=;`));
    return found?.split(";")[0] ?? "";
  }

  /** The redirect of a return, and the session that it begins. */
  async function comeBack(back: string, cookie: string) {
    const { status, headers } = await get(back, cookie === "" ? {} : { cookie });
    expect(status).toBe(302);
    return { location: headers.location, session: cookieIn(headers, "parley-console"), set: [headers["set-cookie"] ?? []].flat() };
  }

  async function signIn(query = "") {
    const { pending, back } = await leave(query);
    return comeBack(back, pending);
  }

  function call(path: string, data: object, cookie: string): Promise<HttpAnswer> {
    const { url, apiKey } = at();
    const page = { origin: url, "sec-fetch-site": "same-origin" };
    return new Customer(url).post(path, data, { ...page, cookie, "x-svc-api-key": apiKey });
  }

  async function sessionOf(cookie: string) {
    return (await get("/console/session", { cookie })).body.session;
  }

  return { leave, get, comeBack, signIn, call, sessionOf };
}

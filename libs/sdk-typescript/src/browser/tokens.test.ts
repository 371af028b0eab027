import { expect, test, vi } from "vitest";
import { UnauthenticatedError } from "../errors/errors.ts";
import type { FetchRequest } from "../sending/fetch.ts";
import { Tokens } from "./tokens.ts";

const request = requestUntil(new AbortController().signal);

test("concurrent callers wait for the same token, and later callers reuse it", async () => {
  const { tokens, asked } = handing([tokenOf(3_600)]);

  expect(new Set(await Promise.all([tokens.current(), tokens.current(), tokens.current()])).size).toBe(1);
  await tokens.current();

  expect(asked()).toBe(1);
});

test("a token is replaced before it expires, however wrong the machine's clock is", async () => {
  const { tokens, asked } = handing([tokenOf(100, 1_000), tokenOf(100, 1_000)]);
  const clock = vi.spyOn(Date, "now");
  const startMs = Date.now();
  await tokens.current();

  clock.mockReturnValue(startMs + 89_000);
  await tokens.current();
  const before = asked();
  clock.mockReturnValue(startMs + 91_000);
  await tokens.current();
  clock.mockRestore();

  expect([before, asked()]).toEqual([1, 2]);
});

test("a token without an expiry is used until it is refused", async () => {
  const { tokens, asked } = handing(["opaque", "other"]);

  await tokens.current();
  await tokens.current();
  expect(asked()).toBe(1);
  tokens.forget();

  expect(await tokens.current()).toBe("other");
});

test("a refused token is replaced once for all requests that sent it; a second refusal is the response", async () => {
  const { tokens, asked } = handing(["old", "new", "newer"]);
  const sent: unknown[] = [];
  const good = new Set(["Bearer new"]);
  const send = tokens.sendingBy(async (_url, { headers }) => {
    sent.push(headers.authorization);
    return new Response("", { status: good.has(headers.authorization ?? "") ? 200 : 401 });
  });

  const answers = await Promise.all([send("/", request), send("/", request)]);
  good.clear();
  const refused = await send("/", request);

  expect([...answers.map(({ status }) => status), refused.status, asked()]).toEqual([200, 200, 401, 3]);
  expect(sent).toEqual(["Bearer old", "Bearer old", "Bearer new", "Bearer new", "Bearer new", "Bearer newer"]);
});

test("the next caller asks for a token again after a failure", async () => {
  let asked = 0;
  const tokens = new Tokens(async () => {
    asked += 1;
    if (asked === 1) throw new Error("Nobody is signed in.");
    return "token";
  });

  await expect(tokens.current()).rejects.toThrow("Nobody is signed in.");

  expect(await tokens.current()).toBe("token");
});

test("a token that cannot be replaced is used until it expires, and its replacement is retried", async () => {
  const clock = vi.spyOn(Date, "now");
  const startMs = Date.now();
  const given = [tokenOf(100), undefined, undefined];
  const tokens = new Tokens(async () => {
    const token = given.shift();
    if (token === undefined) throw new Error("The server is restarting.");
    return token;
  });
  const first = await tokens.current();

  clock.mockReturnValue(startMs + 91_000);
  expect(await tokens.current()).toBe(first);
  expect(await tokens.current()).toBe(first);
  expect(given).toHaveLength(1);
  clock.mockReturnValue(startMs + 101_000);

  await expect(tokens.current()).rejects.toThrow("The server is restarting.");
  clock.mockRestore();
});

test("a call fails for good when nobody is signed in any more, although the previous token is still valid", async () => {
  const clock = vi.spyOn(Date, "now");
  const given = [tokenOf(100), null];
  const tokens = new Tokens(async () => given.shift() ?? null);
  await tokens.current();

  clock.mockReturnValue(Date.now() + 91_000);

  await expect(tokens.current()).rejects.toBeInstanceOf(UnauthenticatedError);
  clock.mockRestore();
});

test("an aborted request does not wait for a token, and the next request asks for a new one", async () => {
  const given = [new Promise<string>(() => undefined), Promise.resolve("token")];
  const tokens = new Tokens(() => given.shift() as Promise<string>);
  const abandoned = new AbortController();
  const send = tokens.sendingBy(async (_url, { headers }) => new Response(headers.authorization));

  const waiting = send("/", requestUntil(abandoned.signal));
  abandoned.abort(new Error("It takes too long."));

  await expect(waiting).rejects.toThrow("It takes too long.");
  expect(await (await send("/", request)).text()).toBe("Bearer token");
});

function requestUntil(signal: AbortSignal): FetchRequest {
  return { method: "POST", headers: { "content-type": "application/json" }, body: "{}", signal } as unknown as FetchRequest;
}

/** Hands out these tokens, one after another. */
function handing(all: readonly string[]) {
  let asked = 0;
  const tokens = new Tokens(async () => {
    const token = all[asked++];
    if (token === undefined) throw new Error("There is no further token.");
    return token;
  });
  return { tokens, asked: () => asked };
}

function tokenOf(lifeSeconds: number, iat = 1_700_000_000): string {
  const payload = Buffer.from(JSON.stringify({ sub: "žofie", iat, exp: iat + lifeSeconds })).toString("base64url");
  return `e30.${payload}.signature`;
}

import { expect, test, vi } from "vitest";
import type { FetchRequest } from "../sending/fetch.ts";
import { Tokens } from "./tokens.ts";

const request = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" } as unknown as FetchRequest;

test("all who wait for a token wait for the same one, and it is kept for a while", async () => {
  const { tokens, asked } = handing([tokenOf(3_600)]);

  expect(new Set(await Promise.all([tokens.current(), tokens.current(), tokens.current()])).size).toBe(1);
  await tokens.current();

  expect(asked()).toBe(1);
});

test("a token is replaced before its life ends, however wrong the clock of the machine is", async () => {
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

test("a token that says nothing of its life is kept until it is refused", async () => {
  const { tokens, asked } = handing(["opaque", "other"]);

  await tokens.current();
  await tokens.current();
  expect(asked()).toBe(1);
  tokens.forget();

  expect(await tokens.current()).toBe("other");
});

test("a refused token is replaced once, for all who sent it; a second refusal is the answer", async () => {
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

test("a token that could not be had is asked for again by the next who needs it", async () => {
  let asked = 0;
  const tokens = new Tokens(async () => {
    asked += 1;
    if (asked === 1) throw new Error("Nobody is signed in.");
    return "token";
  });

  await expect(tokens.current()).rejects.toThrow("Nobody is signed in.");

  expect(await tokens.current()).toBe("token");
});

/** A source of these tokens, one after the other. */
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

import { once } from "node:events";
import { newAuthToken } from "@parley/kernel";
import { until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { RawConnection } from "./raw-connection.ts";

const path = "/v2/organizations/get";
const body = '{"data":{}}';
// How many guesses per address are looked up before it is refused: as many as are refilled in ten seconds.
const refusedAtOnce = 10;

// All three use one database. Objects that `plain` created are new to the others.
let plain: Parley;
let behindOne: Parley;
let behindProxy: Parley;

beforeAll(async () => {
  plain = await startParley("all-in-one");
  const settings = { PARLEY_DATABASE_URL: plain.databaseUrl, PARLEY_MAX_REFUSED_CREDENTIALS_PER_SECOND: "1" };
  behindOne = await startParley("all-in-one", { ...settings, PARLEY_PROXY_HOPS: "1" });
  behindProxy = await startParley("all-in-one", { ...settings, PARLEY_PROXY_PROTOCOL: "true" });
});

afterAll(async () => {
  await behindProxy?.stop();
  await behindOne?.stop();
  await plain?.stop();
});

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The answer to a request on a separate connection that begins with these bytes. */
async function answerTo(url: string, start: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  using connection = await RawConnection.open(url);
  connection.socket.write(start, "latin1");
  connection.head(path, { "content-length": body.length, connection: "close", ...headers });
  connection.socket.write(body);
  await once(connection.socket, "close", { signal: AbortSignal.timeout(10_000) });
  return { status: Number(connection.text.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)), text: connection.text };
}

type Ask = (credentials: Readonly<Record<string, string>>, index: number) => Promise<Answer>;

/** Sends guesses until the last one is refused without a look-up. Returns the answer to it. */
async function guess(ask: Ask): Promise<Answer> {
  return until(async () => {
    for (let index = 0; index <= refusedAtOnce; index++)
      expect((await ask({ "x-svc-api-key": `pk_guess_${index}`, "x-svc-auth-token": newAuthToken() }, index)).status).not.toBe(200);
    const answer = await ask({ "x-svc-api-key": "pk_guess_last", "x-svc-auth-token": newAuthToken() }, refusedAtOnce + 1);
    // On a busy machine one guess may have been refilled for the address meanwhile.
    return answer.status === 401 ? undefined : answer;
  });
}

describe("behind one trusted proxy", () => {
  test.each<[string, (index: number) => string]>([
    ["whatever addresses it names before the proxy's", (index) => `198.51.100.${index}, 203.0.113.1`],
    ["in many headers that the proxy joins", (index) => `10.0.0.${index},, ,198.51.100.${index},203.0.113.2`],
    ["with all addresses of its IPv6 network", (index) => `2001:db8:0:1::${index}`],
    ["in long and short spellings of them", (index) => (index > refusedAtOnce ? "2001:0DB8:0000:0002:0:0:0:9" : "2001:db8:0:2::9")],
    ["with a zone behind them", (index) => `2001:db8:0:3::1%eth${index}`],
    ["as an IPv4 address in IPv6", (index) => (index > refusedAtOnce ? "::ffff:203.0.113.4" : "203.0.113.4")],
    ["as such an address in hexadecimal digits", (index) => (index > refusedAtOnce ? "::ffff:cb00:7105" : "203.0.113.5")],
    ["from many ports, where the proxy names them", (index) => `203.0.113.6:${40_000 + index}`],
    ["from many ports of an IPv6 address", (index) => `[2001:db8:0:4::1]:${40_000 + index}`],
  ])("a sender who guesses is recognized %s", async (_, addressOf) => {
    const refused = await guess((credentials, index) =>
      answerTo(behindOne.url, "", { ...credentials, "x-forwarded-for": addressOf(index) }),
    );

    expect(refused.text).toContain("These were not checked");
  });

  test("guesses that are not looked up are refused alike, whether the key is another's, the token's own in another case, or nobody's", async () => {
    const from = { "x-forwarded-for": "203.0.113.7" };
    const ask: Ask = (credentials) => answerTo(behindOne.url, "", { ...credentials, ...from });
    const one = await createWorkspace(plain.url, plain.adminToken);
    const other = await createWorkspace(plain.url, plain.adminToken);
    await guess(ask);
    const withoutId = ({ text }: Answer) => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "").replace(/date: .*\r\n/i, "");

    const answers = await Promise.all(
      [other.apiKey, one.apiKey.toUpperCase(), "pk_nobody"].map((apiKey) =>
        ask({ "x-svc-api-key": apiKey, "x-svc-auth-token": one.authToken }, 0),
      ),
    );

    expect(answers[0]?.status).toBe(503);
    expect(new Set(answers.map(withoutId)).size).toBe(1);
    // Guesses from another address are still looked up.
    const guessed = { "x-svc-api-key": other.apiKey, "x-svc-auth-token": one.authToken };
    expect((await answerTo(behindOne.url, "", { ...guessed, "x-forwarded-for": "203.0.113.8" })).status).toBe(401);
  });

  test("new credentials are valid from an address that guesses", async () => {
    const ask: Ask = (credentials) => answerTo(behindOne.url, "", { ...credentials, "x-forwarded-for": "203.0.113.9" });
    await guess(ask);
    const { customer } = await createWorkspace(plain.url, plain.adminToken);

    expect((await ask(customer.credentials, 0)).status).toBe(200);
  });
});

test("without a trusted proxy no header with an address is believed", async () => {
  await using direct = await startParley("all-in-one", {
    PARLEY_DATABASE_URL: plain.databaseUrl,
    PARLEY_MAX_REFUSED_CREDENTIALS_PER_SECOND: "1",
  });
  const names = (index: number) => ({
    "x-forwarded-for": `198.51.100.${index}`,
    forwarded: `for=198.51.100.${index}`,
    "x-real-ip": `198.51.100.${index}`,
    "cf-connecting-ip": `198.51.100.${index}`,
  });

  const refused = await guess((credentials, index) => answerTo(direct.url, "", { ...credentials, ...names(index) }));

  expect(refused.status).toBe(503);
});

describe("behind a proxy that names its clients", () => {
  const four = "PROXY TCP4 192.0.2.1 203.0.113.7 54321 443\r\n";
  const binaryStart = "\r\n\r\n\0\r\nQUIT\n";
  const request = "GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

  /** All answers to these pieces. */
  async function textOf(...pieces: readonly string[]): Promise<string> {
    using connection = await RawConnection.open(behindProxy.url);
    for (const piece of pieces) connection.socket.write(piece, "latin1");
    connection.socket.end();
    await until(() => connection.socket.closed);
    return connection.text;
  }

  test.each<[string, string]>([
    ["two headers", four + four + request],
    ["a header of each version", `${binaryStart}\x20\0\0\0${four}${request}`],
    ["a header after a request", `GET /livez HTTP/1.1\r\nhost: x\r\n\r\n${four}`],
    ["a header after an empty line", `\r\n${four}${request}`],
    ["a header whose lines end without a return", `${four.replace("\r\n", "\n")}${request}`],
    ["a header with two returns", `${four.replace("\r\n", "\r\r\n")}${request}`],
    ["a header with a second address in its line", `PROXY TCP4 192.0.2.1\r\nPROXY TCP4 192.0.2.9 203.0.113.7 1 2\r\n${request}`],
    ["a header with spaces in place of an address", `PROXY TCP4  192.0.2.1 203.0.113.7 1 2\r\n${request}`],
    ["a header in small letters", `${four.toLowerCase()}${request}`],
    ["a length of 65,535 bytes", `${binaryStart}\x21\x11\xff\xff${"x".repeat(65_535)}${request}`],
    ["a length that is longer than what comes", `${binaryStart}\x21\x11\x01\0${request}`],
    ["a socket's path for an address", `${binaryStart}\x21\x31\0\xd8${"/".repeat(216)}${request}`],
  ])("%s is not answered", async (_, bytes) => {
    expect(await textOf(bytes)).not.toContain("HTTP/1.1 200");
  });

  test("the proxy's own connection, a header in single bytes and a client that half-closes at once are served", async () => {
    expect(await textOf(`${binaryStart}\x20\0\0\0${request}`)).toContain("HTTP/1.1 200");
    expect(await textOf(...four, request)).toContain("HTTP/1.1 200");
    expect(await textOf(four + request)).toContain("HTTP/1.1 200");
  });

  test.each<[string, string]>([
    ["an IPv4 address in IPv6", "PROXY TCP6 ::ffff:203.0.113.9 ::1 1 2\r\n"],
    ["such an address in hexadecimal digits", "PROXY TCP6 ::ffff:cb00:7109 ::1 1 2\r\n"],
    ["the binary version", `${binaryStart}\x21\x11\0\x0c\xcb\0\x71\x09\xcb\0\x71\x01\0\x01\0\x02`],
    ["the binary version, in IPv6", `${binaryStart}\x21\x21\0\x24${"\0".repeat(10)}\xff\xff\xcb\0\x71\x09${"\0".repeat(16)}\0\x01\0\x02`],
  ])("a sender who guesses is recognized in %s", async (_, start) => {
    const startOf = (index: number) => (index > refusedAtOnce ? start : "PROXY TCP4 203.0.113.9 203.0.113.1 1 2\r\n");

    const refused = await guess((credentials, index) => answerTo(behindProxy.url, startOf(index), credentials));

    expect(refused.status).toBe(503);
  });
});

import { once } from "node:events";
import { newAuthToken } from "@parley/kernel";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Parley, startParley } from "../support/parley.ts";
import { RawConnection } from "./raw-connection.ts";

const path = "/v2/organizations/get";
const body = '{"data":{}}';
// How many guesses per address are looked up before it is refused: as many as are refilled in ten seconds.
const refusedAtOnce = 10;

// Both use one database. Objects that `plain` created are new to the other gateway.
let plain: Parley;
let behindProxy: Parley;

beforeAll(async () => {
  plain = await startParley("all-in-one");
  const settings = { PARLEY_PROXY_PROTOCOL: "true", PARLEY_MAX_REFUSED_CREDENTIALS_PER_SECOND: "1" };
  behindProxy = await startParley("all-in-one", { PARLEY_DATABASE_URL: plain.databaseUrl, ...settings });
});

afterAll(async () => {
  await behindProxy?.stop();
  await plain?.stop();
});

/** The status of a request on a separate connection that begins with the proxy's header for that client. */
async function statusFrom(client: string, headers: Readonly<Record<string, string>>): Promise<number> {
  using connection = await RawConnection.open(behindProxy.url);
  connection.socket.write(`PROXY TCP4 ${client} 203.0.113.7 54321 443\r\n`);
  connection.head(path, { "content-length": body.length, connection: "close", ...headers });
  connection.socket.write(body);
  await until(() => /^HTTP\/1\.1 \d{3} /.test(connection.text));
  return Number(connection.text.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
}

/** Sends guesses from an address until one is refused without a look-up. */
async function guessFrom(client: string, headersOf: (index: number) => Record<string, string> = () => ({})): Promise<void> {
  await until(async () => {
    for (let index = 0; index <= refusedAtOnce; index++) await guessOnce(client, headersOf(index));
    // On a busy machine one guess may have been refilled for the address meanwhile.
    return (await guessOnce(client, headersOf(refusedAtOnce + 1))) === 503;
  });
}

function guessOnce(client: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return statusFrom(client, { "x-svc-api-key": "pk_guessed", "x-svc-auth-token": newAuthToken(), ...headers });
}

test("a client that guesses exhausts the limit of its own address and no other, although both use one proxy", async () => {
  await guessFrom("192.0.2.1");

  expect(await guessOnce("192.0.2.2")).toBe(401);
});

test("an address given by the client itself is not believed", async () => {
  await guessFrom("192.0.2.3", (index) => ({ "x-forwarded-for": `198.51.100.${index}` }));
});

test("a connection without a header is closed, regardless of the request", async () => {
  using connection = await RawConnection.open(behindProxy.url);

  connection.socket.write("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n");
  await once(connection.socket, "close");

  expect(connection.text).toBe("");
});

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { ConnectionError, InternalError, Parley, TimeoutError } from "../index.ts";
import { overUndici } from "./over-undici.ts";

/** A client over undici, of a server that responds in this way. */
async function clientOf(answer: RequestListener): Promise<Parley> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new Parley({ baseUrl, apiKey: "pk_1", authToken: "sk_1", maxRetries: 0, fetch: overUndici(new Agent()) });
}

test("a call is answered", async () => {
  const result = { status: "success", message: "Read.", data: [{ userId: "ada" }], nextPageToken: null };
  const parley = await clientOf((_, response) => response.end(JSON.stringify({ result })));

  expect(await parley.users.list({ organizationId: "acme" })).toMatchObject({ data: [{ userId: "ada" }] });
});

test("a missing response is abandoned when its time is over, and when the caller aborts", async () => {
  const parley = await clientOf(() => undefined);
  const caller = new AbortController();
  const left = parley.organizations.list({}, { signal: caller.signal }).then(
    () => "answered",
    (error: unknown) => error,
  );
  caller.abort("enough");

  expect(await left).toBe("enough");
  await expect(parley.organizations.list({}, { timeoutMs: 50 })).rejects.toBeInstanceOf(TimeoutError);
});

test("a failure has its class, and the id of the request", async () => {
  const error = { status: "INTERNAL", message: "A fault.", requestId: "r1" };
  const parley = await clientOf((_, response) => response.writeHead(500, { "x-request-id": "r1" }).end(JSON.stringify({ error })));

  const failed = await parley.domains.list().then(
    () => undefined,
    (problem: unknown) => problem,
  );
  expect(failed).toBeInstanceOf(InternalError);
  expect(failed).toMatchObject({ requestId: "r1" });
});

test("a response that is split in the middle of a character is read whole", async () => {
  const bytes = Buffer.from(
    JSON.stringify({ result: { status: "success", message: "Read.", data: [{ userId: "Žofie" }], nextPageToken: null } }),
  );
  const middle = bytes.indexOf("Ž") + 1;
  const parley = await clientOf((_, response) => {
    response.write(bytes.subarray(0, middle), () => setImmediate(() => response.end(bytes.subarray(middle))));
  });

  expect(await parley.users.list({ organizationId: "acme" })).toMatchObject({ data: [{ userId: "Žofie" }] });
});

test("a response that is cut off, and a redirect, are failures", async () => {
  const broken = await clientOf((_, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("{", () => response.destroy());
  });
  const moved = await clientOf((_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end());

  await expect(broken.domains.list()).rejects.toBeInstanceOf(ConnectionError);
  await expect(moved.domains.list()).rejects.toMatchObject({ httpStatus: 302 });
});

import { expect, test } from "vitest";
import { type FetchAnswer, Parley, TimeoutError } from "../index.ts";

/** A client whose `fetch` returns this body, and does not notice when the request is aborted. */
function clientOf(body: ReadableStream<Uint8Array>, ok = true): Parley {
  const answer: FetchAnswer = { ok, status: ok ? 200 : 500, headers: new Headers(), body, text: () => new Response(body).text() };
  return new Parley({ baseUrl: "http://parley.example", apiKey: "pk_1", authToken: "sk_1", maxRetries: 0, fetch: async () => answer });
}

test.each([
  ["a success", true],
  ["a failure", false],
])("the unending body of %s is cancelled when its time is over, and when the caller aborts", async (_, ok) => {
  const cancelled: unknown[] = [];
  const endless = () => new ReadableStream<Uint8Array>({ cancel: (reason) => void cancelled.push(reason) });
  const caller = new AbortController();

  await expect(clientOf(endless(), ok).organizations.list({}, { timeoutMs: 20 })).rejects.toBeInstanceOf(TimeoutError);
  const left = clientOf(endless(), ok)
    .organizations.list({}, { signal: caller.signal })
    .then(() => "answered");
  setImmediate(() => caller.abort("enough"));

  await expect(left).rejects.toBe("enough");
  expect(cancelled).toEqual([undefined, "enough"]);
});

test("a body that is split in the middle of a character is read whole", async () => {
  const bytes = new TextEncoder().encode(
    '{"result":{"status":"success","message":"Read.","data":[{"userId":"Žofie"}],"nextPageToken":null}}',
  );
  const middle = bytes.indexOf(0xc5) + 1;
  const body = ReadableStream.from([bytes.subarray(0, middle), bytes.subarray(middle)]);

  expect(await clientOf(body).users.list({ organizationId: "acme" })).toMatchObject({ data: [{ userId: "Žofie" }] });
});

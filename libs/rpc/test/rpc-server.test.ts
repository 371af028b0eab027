import { Code, createClient } from "@connectrpc/connect";
import { createConnectTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { Failure } from "@parley/kernel";
import { expect, onTestFinished, test } from "vitest";
import { openClient, post, serve } from "./echo-server.ts";
import { token } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";

test("a call past its deadline is answered by the server itself, in Connect's words", async () => {
  let reason: unknown;
  const { server } = await serve({
    get(_request, { signal }) {
      signal.addEventListener("abort", () => (reason = signal.reason));
      return new Promise(() => undefined);
    },
  });

  const { statusCode, body } = await post(server.address, "Get", { "connect-timeout-ms": "30" });

  expect(statusCode).toBe(504);
  expect(await body.json()).toMatchObject({
    code: "deadline_exceeded",
    details: [{ type: "parley.common.v1.FailureDetail" }, { type: "google.rpc.ErrorInfo" }],
  });
  expect(reason).toBeInstanceOf(Failure);
});

test.each([
  ["a time-out that is not a number", { "connect-timeout-ms": "soon" }, 400],
  ["a method that does not exist", {}, 404],
])("%s is refused alike on the fast path and on Connect's own", async (what, headers, status) => {
  const { server } = await serve({});
  const method = what.startsWith("a method") ? "Nothing" : "Get";

  const fast = await post(server.address, method, headers);
  const own = await post(server.address, method, { ...headers, "content-type": "application/json" }, "{}");

  expect([fast.statusCode, own.statusCode]).toEqual([status, status]);
  expect(await fast.body.text()).toBe(await own.body.text());
});

test("a time-out that no timer can hold is refused", async () => {
  const { server } = await serve({});

  const { statusCode, body } = await post(server.address, "Get", { "connect-timeout-ms": "9999999999" });

  expect(statusCode).toBe(400);
  expect(await body.json()).toMatchObject({ code: "invalid_argument" });
});

test("bytes that are not a message are refused in Connect's words", async () => {
  const { server } = await serve({});

  const { statusCode, body } = await post(server.address, "Get", {}, Buffer.from([0xff]));

  expect(statusCode).toBe(500);
  expect(await body.json()).toMatchObject({ code: "internal", message: expect.stringContaining("parse binary") });
});

test("a response that does not fit its type is a bug of the handler: reported, answered INTERNAL", async () => {
  const { server, reports } = await serve({ get: () => ({ number: 1.5 }) });

  const error = await openClient(server.address)
    .get({})
    .catch((reason: unknown) => reason);

  expect(error).toMatchObject({ code: Code.Internal, rawMessage: "Something went wrong in the service." });
  expect(reports.bugs).toMatchObject([{ method: "parley.test.v1.EchoService/Get" }]);
});

test("a header that HTTP/2 forbids is a bug of the handler: reported, the call cut off", async () => {
  const { server, reports } = await serve({
    get(_request, { responseHeader }) {
      responseHeader.set("transfer-encoding", "chunked");
      return {};
    },
  });
  const sessionManager = new Http2SessionManager(server.address);
  onTestFinished(async () => sessionManager.abort());
  const client = createClient(EchoService, createConnectTransport({ baseUrl: server.address, httpVersion: "2", sessionManager }));

  const error = await client.get({}, { headers: { authorization: `Bearer ${token}` } }).catch((reason: unknown) => reason);

  expect(error).toMatchObject({ code: Code.Internal });
  expect(reports.bugs).toMatchObject([{ method: "parley.test.v1.EchoService/Get" }]);
});

import { createHash } from "node:crypto";
import { Code, createClient } from "@connectrpc/connect";
import { afterEach, expect, test } from "vitest";
import {
  createLocalTransport,
  createRpcClient,
  createRpcServer,
  createRpcTransport,
  permittedCallers,
  ServiceTokens,
} from "../src/index.ts";
import { echoRegistration } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const declared = { "parley.test.v1.EchoService/Get": ["gateway"], "parley.test.v1.EchoService/Count": ["gateway"] };
const digest = createHash("sha256").update("the-new-token-of-gateway").digest("hex");

async function serve(tokens: readonly string[], grants: readonly string[] = []) {
  const { registration, reports } = echoRegistration({}, { tokens, mayCall: permittedCallers(declared, grants) });
  const server = createRpcServer({ registrations: [registration], host: "127.0.0.1", port: 0 });
  await server.listen();
  closing.push(() => server.close(0));
  const as = (token: string) => {
    const transport = createRpcTransport({ baseUrl: server.address, tokens: [token] });
    closing.push(() => transport.close());
    return createClient(EchoService, transport);
  };
  return { as, reports };
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error: { code: Code }) => Code[error.code],
  );

async function first(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream) return;
}

test("a named caller is refused methods that it does not declare, unary and streaming", async () => {
  const { as, reports } = await serve(["gateway:the-token-of-gateway", "rewriter:the-token-of-rewriter"]);

  expect(await codeOf(as("the-token-of-gateway").get({}))).toBe("ok");
  expect(await codeOf(as("the-token-of-gateway").change({}))).toBe("PermissionDenied");
  expect(await codeOf(as("the-token-of-rewriter").get({}))).toBe("PermissionDenied");
  expect(await codeOf(first(as("the-token-of-gateway").count({ number: 1 })))).toBe("ok");
  expect(await codeOf(first(as("the-token-of-rewriter").count({ number: 1 })))).toBe("PermissionDenied");
  expect(await codeOf(as("gateway:the-token-of-gateway").get({}))).toBe("Unauthenticated");
  expect(reports.calls.map(({ code }) => code)).toContain("permission_denied");
});

test("several tokens of a caller are accepted at a time, one of them known only by its digest", async () => {
  const { as } = await serve(["gateway:the-old-token-of-gateway", `gateway:sha256:${digest}`]);

  expect(await codeOf(as("the-old-token-of-gateway").get({}))).toBe("ok");
  expect(await codeOf(as("the-new-token-of-gateway").get({}))).toBe("ok");
  expect(await codeOf(as("the-new-token-of-gateway").change({}))).toBe("PermissionDenied");
  expect(await codeOf(as(digest).get({}))).toBe("Unauthenticated");
});

test("a caller with an unnamed token may call everything, also where others are named", async () => {
  const { as } = await serve(["gateway:the-token-of-gateway", "a-token-of-all"]);

  expect(await codeOf(as("a-token-of-all").change({}))).toBe("ok");
});

test("an operator's own caller may call the service or method that is granted to it", async () => {
  const tokens = ["billing:the-token-of-billing", "search:the-token-of-search"];
  const { as } = await serve(tokens, ["billing=parley.test.v1.EchoService", "search=parley.test.v1.EchoService/Change"]);

  expect(await codeOf(as("the-token-of-billing").change({}))).toBe("ok");
  expect(await codeOf(as("the-token-of-search").change({}))).toBe("ok");
  expect(await codeOf(as("the-token-of-search").get({}))).toBe("PermissionDenied");
});

test("a caller presents the newest token of its own, else the newest without a name", () => {
  const tokens = new ServiceTokens([`gateway:sha256:${digest}`, "shared-token", "gateway:own-new", "gateway:own-old"]);

  expect(tokens.presentedBy("gateway")).toBe("own-new");
  expect(tokens.presentedBy("users")).toBe("shared-token");
  expect(new ServiceTokens(["gateway:own-new"]).presentedBy("users")).toBeUndefined();
});

test("a token is accepted under its scheme, and under no other of the same length", () => {
  const tokens = new ServiceTokens(["gateway:own-token"]);

  expect(tokens.callerOf("Bearer own-token")).toMatchObject({ name: "gateway" });
  expect(tokens.callerOf("bearer own-token")).toMatchObject({ name: "gateway" });
  for (const other of ["Digest own-token", "own-token", "Bearer", undefined]) expect(tokens.callerOf(other)).toBeUndefined();
});

test("a module that calls an undeclared method fails in one process, too", async () => {
  const { registration } = echoRegistration({});
  const transport = createLocalTransport(() => [registration]);
  const client = createRpcClient(EchoService, transport, { methods: new Set([EchoService.method.get]) });

  expect(await client.get({ text: "a" })).toMatchObject({ text: "a" });
  await expect(client.change({})).rejects.toThrow("does not declare it");
});

import { once } from "node:events";
import { connect } from "node:net";
import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { begin, finish, OpenAiServer, say } from "../support/openai-server.ts";
import { type Parley, type Shape, startParley } from "../support/parley.ts";

const path = "/v2/rewriter/ask-ai/stream";
const body = JSON.stringify({ data: { model: "gpt-4o", prompt: "Make it formal.", text: "hey there" } });
let openAi: OpenAiServer;

beforeAll(async () => {
  openAi = await OpenAiServer.start();
});

afterAll(() => openAi?.stop());

async function start(shape: Shape, settings: Readonly<Record<string, string>> = {}): Promise<Parley & { workspace: Workspace }> {
  const parley = await startParley(shape, { PARLEY_OPENAI_BASE_URL: openAi.url, ...settings });
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  await workspace.owner.data("/v2/workspace/aimodelsconfig/update", { aiModelsConfig: { openai: "sk-of-the-test" } });
  return { ...parley, workspace };
}

test.each(["gateway", "rewriter"])("a %s that is asked to stop completes the running streams and then exits", async (app) => {
  await using parley = await start("separate");
  const rest = Promise.withResolvers<void>();
  openAi.answer = async (response) => {
    begin(response, "Good ");
    await rest.promise;
    finish(response, "day.");
  };
  const answer = await request(parley.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...parley.workspace.customer.credentials },
    body,
  });
  const child = parley.processOf(app);
  const exited = once(child, "exit");

  child.kill("SIGTERM");
  rest.resolve();
  const text = await answer.body.text();

  expect(text).toContain('{"text":"day."}');
  expect(text).toMatch(/event: usage\ndata: .*\n\n$/);
  expect(await exited).toEqual([0, null]);
});

test("a gateway that is asked to stop waits for a stream no longer than its grace period", async () => {
  await using parley = await start("separate", { PARLEY_SHUTDOWN_GRACE_MS: "1000" });
  const rest = Promise.withResolvers<void>();
  openAi.answer = async (response) => {
    begin(response, "Good ");
    await rest.promise;
    response.destroy();
  };
  const answer = await request(parley.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...parley.workspace.customer.credentials },
    body,
  });
  const gateway = parley.processOf("gateway");
  const exited = once(gateway, "exit");
  const startedMs = performance.now();

  gateway.kill("SIGTERM");

  await expect(answer.body.text()).rejects.toThrow();
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  rest.resolve();
});

test("a customer who stops reading a stream occupies no resources after the stream's maximum duration", async () => {
  await using parley = await start("all-in-one", {
    PARLEY_MAX_REQUESTS_IN_FLIGHT: "1",
    ...withConstants({ streamTimeoutMs: 1_500, maxAnswerBytes: 64 * 1024 * 1024 }),
  });
  const { customer } = parley.workspace;
  const statusOfOther = async () => (await customer.post("/v2/organizations/get", {})).status;
  // The text is longer than what the buffers between gateway and provider can hold.
  openAi.answer = say(...Array.from({ length: 3_000 }, () => "x".repeat(10_000)));
  const before = openAi.asked.length;
  const { hostname, port } = new URL(parley.url);
  const socket = connect(Number(port), hostname).pause();
  const headers = { host: hostname, "content-type": "application/json", "content-length": String(body.length), ...customer.credentials };

  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
  await until(() => openAi.asked.length > before);

  await until(async () => (await statusOfOther()) === 429);
  await until(async () => (await statusOfOther()) === 200);
  socket.destroy();
});

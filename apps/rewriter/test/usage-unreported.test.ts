import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askAi, type Question, questionFor, type Way } from "./asking.ts";
import { type Harness, startRewriter, type Workspace } from "./harness.ts";
import { endEarly, failWithin, hangUp, keepSilent, refuse, stall } from "./providers/behaviours.ts";
import type { Dialect } from "./providers/dialect.ts";
import { dialects } from "./providers/dialects.ts";

let rewriter: Harness;

beforeAll(async () => {
  rewriter = await startRewriter({ ...withConstants({ removalIntervalMs: 50, maxModelsPerDay: 5 }) });
});

afterAll(() => rewriter?.stop());

const [openAi] = dialects as readonly [Dialect, Dialect, Dialect];

const ask = (workspace: Workspace, dialect: Dialect, way: Way = "whole", model = dialect.model) =>
  askAi(rewriter, way, workspace, { ...questionFor(dialect), model });

const usageOf = async (workspace: Workspace, request: { fromDay?: string; toDay?: string; pageSize?: number; pageToken?: string } = {}) =>
  rewriter.client.listUsage({ apiKeyId: workspace.apiKeyId, ...request });

function sql<Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return querySql<Row>(rewriter.process.databaseUrl, text, values);
}

const written = "x".repeat(2_600);

test.each([
  ["a stream that its reader abandoned", "stream", stall(written), "abandoned", 650n],
  ["a call that its caller abandoned", "whole", keepSilent, "abandoned", 0n],
  ["a stream that broke off", "stream", hangUp("within", written), "unavailable", 650n],
  ["a stream that ended without the provider's counts", "stream", endEarly(written), "unavailable", 650n],
  ["a stream whose provider said that it failed", "stream", failWithin("Overloaded", written), "unavailable", 650n],
] as const)("the tokens of %s are counted by its characters", async (_, way, behaviour, outcome, outputTokens) => {
  const workspace = rewriter.workspace();
  const gone = new AbortController();
  const question = { model: openAi.model, prompt: "p".repeat(1_001), text: "t".repeat(1_000) };
  rewriter.providers.behave(behaviour);

  const asking = read(workspace, way, question, gone);
  await until(() => rewriter.providers.exchanges.length === 1);
  if (way === "whole") gone.abort();
  await asking;

  await until(async () => (await usageOf(workspace)).usage.length === 1);
  expect((await usageOf(workspace)).usage).toMatchObject([{ calls: 1n, failedCalls: 1n, inputTokens: 501n, outputTokens }]);
  expect(await sql("select outcome from rewriter.calls where api_key_id = $1", [workspace.apiKeyId])).toEqual([{ outcome }]);
});

/** Asks, and abandons a stream once everything that was written has arrived. */
async function read({ apiKeyId, workspaceId }: Workspace, way: Way, question: Question, gone: AbortController): Promise<void> {
  const options = { signal: gone.signal };
  const request = { apiKeyId, workspaceId, ...question };
  try {
    if (way === "whole") await rewriter.client.askAi(request, options);
    let length = 0;
    for await (const { event } of way === "whole" ? [] : rewriter.client.askAiStream(request, options)) {
      if (event.case === "textDelta") length += event.value.length;
      if (length >= written.length) gone.abort();
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
}

test("a request that a provider refused, or never received, has used nothing", async () => {
  const workspace = rewriter.workspace();
  rewriter.providers.behave(refuse(429), refuse(503), refuse(401));
  await ask(workspace, openAi);
  await using unreachable = await startRewriter({ PARLEY_OPENAI_BASE_URL: "http://127.0.0.1:1/v1" });
  const stranger = unreachable.workspace();

  const { problem } = await askAi(unreachable, "stream", stranger, questionFor(openAi));

  expect(problem).toBe("UNAVAILABLE");
  const { usage } = await unreachable.client.listUsage({ apiKeyId: stranger.apiKeyId });
  for (const rows of [usage, (await usageOf(workspace)).usage])
    expect(rows).toMatchObject([{ calls: 1n, failedCalls: 1n, inputTokens: 0n, outputTokens: 0n }]);
});

test("streams that are abandoned after their first piece use up the budget of the day", async () => {
  const workspace = rewriter.workspace();
  workspace.setBudget(1_000);
  const question = { model: openAi.model, prompt: "p", text: "t" };
  rewriter.providers.behave(stall(written));

  for (let call = 0; call < 2; call++) await read(workspace, "stream", question, new AbortController());
  await until(async () => (await usageOf(workspace)).usage[0]?.calls === 2n);
  const called = rewriter.providers.exchanges.length;
  const outcome = await askAi(rewriter, "stream", workspace, question);

  expect(outcome).toMatchObject({ text: "", problem: "BUDGET_USED_UP", message: expect.stringContaining("1302 today") });
  expect([called, rewriter.providers.exchanges.length]).toEqual([2, 2]);
});

import type { RemoteFailure } from "@parley/rpc";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askAi, questionFor, type Way, ways } from "./asking.ts";
import { type Harness, startRewriter, type Workspace } from "./harness.ts";
import { metricsOf } from "./metrics-of.ts";
import { hangUp, keepSilent, refuse, stall, succeed } from "./providers/behaviours.ts";
import type { Dialect } from "./providers/dialect.ts";
import { dialects } from "./providers/dialects.ts";

let rewriter: Harness;

beforeAll(async () => {
  rewriter = await startRewriter({ ...withConstants({ removalIntervalMs: 50, maxModelsPerDay: 5 }) });
});

afterAll(() => rewriter?.stop());

const [openAi, anthropic, google] = dialects as readonly [Dialect, Dialect, Dialect];

const ask = (workspace: Workspace, dialect: Dialect, way: Way = "whole", model = dialect.model) =>
  askAi(rewriter, way, workspace, { ...questionFor(dialect), model });

const usageOf = async (workspace: Workspace, request: { fromDay?: string; toDay?: string; pageSize?: number; pageToken?: string } = {}) =>
  rewriter.client.listUsage({ apiKeyId: workspace.apiKeyId, ...request });

const today = () => new Date().toISOString().slice(0, 10);

function sql<Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return querySql<Row>(rewriter.process.databaseUrl, text, values);
}

test("usage is counted by day and model, for every provider and outcome", async () => {
  const workspace = rewriter.workspace();
  for (const way of ways) {
    rewriter.providers.behave(succeed());
    for (const dialect of dialects) await ask(workspace, dialect, way);
    await ask(workspace, openAi, way, "o3-mini");
    rewriter.providers.behave(refuse(400));
    await ask(workspace, openAi, way);
    rewriter.providers.behave(succeed(["Hello"], "cut"));
    await ask(workspace, openAi, way);
  }

  const { usage, nextPageToken } = await usageOf(workspace);

  const day = today();
  const counted = (calls: bigint, failedCalls: bigint, used: bigint) => ({
    calls,
    failedCalls,
    inputTokens: used * 9n,
    outputTokens: used * 7n,
  });
  expect(usage).toMatchObject([
    { day, model: anthropic.model, provider: "Anthropic", ...counted(2n, 0n, 2n) },
    { day, model: google.model, provider: "Gemini", ...counted(2n, 0n, 2n) },
    // A refused request uses nothing; a cut answer does.
    { day, model: openAi.model, provider: "OpenAI", ...counted(6n, 4n, 4n) },
    { day, model: "o3-mini", provider: "OpenAI", ...counted(2n, 0n, 2n) },
  ]);
  expect(usage.every(({ totalLatencyMs }) => totalLatencyMs >= 0n)).toBe(true);
  expect(nextPageToken).toBe("");
});

test("the record of a call has its outcome and number of attempts, and no part of the texts", async () => {
  const workspace = rewriter.workspace();
  rewriter.providers.behave(refuse(503), hangUp("before"), succeed(["the answer that was given"]));
  await askAi(rewriter, "whole", workspace, { model: openAi.model, prompt: "the prompt that was given", text: "the text that was given" });
  await usageOf(workspace);

  const calls = await sql("select * from rewriter.calls where api_key_id = $1 order by created_at_ms, provider", [workspace.apiKeyId]);

  expect(calls).toMatchObject([
    {
      workspace_id: workspace.workspaceId,
      provider: "openai",
      model: openAi.model,
      outcome: "ok",
      attempts: 3,
      input_tokens: "9",
      output_tokens: "7",
    },
  ]);
  expect(JSON.stringify(calls)).not.toContain("that was given");
});

test("a call that was never sent to a provider leaves no row behind", async () => {
  const workspace = rewriter.workspace();
  workspace.setKey("openai", undefined);

  for (const model of ["gpt-1", "gpt-2", "gpt-3"])
    expect(await ask(workspace, openAi, "whole", model)).toMatchObject({ problem: "NO_API_KEY" });

  expect((await usageOf(workspace)).usage).toEqual([]);
  expect(await sql("select 1 from rewriter.calls where api_key_id = $1", [workspace.apiKeyId])).toEqual([]);
});

test("models of a key and day beyond the limit are counted together, with all of their tokens", async () => {
  const workspace = rewriter.workspace();
  const stranger = rewriter.workspace();
  rewriter.providers.behave(succeed());
  for (let round = 0; round < 2; round++) {
    for (let model = 0; model < 8; model++) await ask(workspace, openAi, "whole", `gpt-invented-${model}`);
    await usageOf(workspace);
  }
  await ask(stranger, openAi);

  const { usage } = await usageOf(workspace);

  expect(usage).toHaveLength(6);
  expect(usage.filter(({ model }) => model.startsWith("gpt-invented-")).map(({ calls }) => calls)).toEqual([2n, 2n, 2n, 2n, 2n]);
  expect(usage.find(({ model }) => model === "other")).toMatchObject({ calls: 6n, inputTokens: 54n, outputTokens: 42n });
  expect((await usageOf(stranger)).usage).toMatchObject([{ model: openAi.model, calls: 1n }]);
});

test("a call that its caller abandoned is recorded as such", async () => {
  for (const [way, behaviour] of [
    ["whole", keepSilent],
    ["stream", stall("Hel")],
  ] as const) {
    const workspace = rewriter.workspace();
    const gone = new AbortController();
    rewriter.providers.behave(behaviour);
    const asking = askAi(rewriter, way, workspace, questionFor(openAi), gone.signal).catch(() => "gave up");
    await until(() => rewriter.providers.exchanges.length === 1);

    gone.abort();
    await asking;

    await until(async () => (await usageOf(workspace)).usage.length === 1);
    const [call] = await sql("select outcome from rewriter.calls where api_key_id = $1", [workspace.apiKeyId]);
    expect(call).toEqual({ outcome: "abandoned" });
  }
});

test("a call that failed because of a fault of this service is recorded as such, without the key", async () => {
  const workspace = rewriter.workspace();
  // No header can contain this key, so the provider's SDK throws. The workspace service would refuse such a key.
  workspace.setKey("openai", "MARKED-日本");

  const error = await ask(workspace, openAi).catch((error: unknown) => error);

  expect((error as RemoteFailure).failure?.kind).toBeUndefined();
  expect(String(error)).not.toContain("MARKED");
  await usageOf(workspace);
  const [call] = await sql("select outcome, attempts from rewriter.calls where api_key_id = $1", [workspace.apiKeyId]);
  expect(call).toEqual({ outcome: "failed", attempts: 1 });
});

test("usage is listed page by page, within the requested days, and only of one API key", async () => {
  const workspace = rewriter.workspace();
  const stranger = rewriter.workspace();
  const rows = ["2026-01-01", "2026-01-02", "2026-01-31"].flatMap((day) => ["gpt-4o", "gpt-5"].map((model) => [day, model]));
  for (const { apiKeyId } of [workspace, stranger]) {
    for (const [day, model] of rows) {
      await sql("insert into rewriter.usage_days values ($1, $2, $3, 'openai', 3, 1, 10, 20, 30)", [apiKeyId, day, model]);
    }
  }

  const seen: string[][] = [];
  let pageToken = "";
  do {
    const page = await usageOf(workspace, { pageSize: 4, pageToken });
    seen.push(...page.usage.map(({ day, model }) => [day, model]));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  const january2 = await usageOf(workspace, { fromDay: "2026-01-02", toDay: "2026-01-02" });
  const later = await usageOf(workspace, { fromDay: "2026-01-03" });
  const none = await usageOf(workspace, { fromDay: "2026-01-03", toDay: "2026-01-02" });

  expect(seen).toEqual(rows);
  expect(january2.usage.map(({ day, model }) => [day, model])).toEqual(rows.slice(2, 4));
  expect(later.usage).toHaveLength(2);
  expect(none.usage).toEqual([]);
  expect((await usageOf(rewriter.workspace())).usage).toEqual([]);
});

test.each([
  ["from_day", { fromDay: "2026-02-30" }],
  ["to_day", { toDay: "tomorrow" }],
  ["from_day", { fromDay: "2026-1-1" }],
  ["page_token", { pageToken: "nonsense" }],
  ["page_token", { pageToken: Buffer.from('["x","y"]').toString("base64url") }],
  ["page_size", { pageSize: 1_001 }],
] as const)("a bad %s is refused", async (field, request) => {
  const failure = await usageOf(rewriter.workspace(), request).catch((error: unknown) => error);

  expect((failure as RemoteFailure).failure).toMatchObject({ kind: "invalid_argument", violations: [{ field }] });
});

test("old records of calls are removed; counts stay", async () => {
  const workspace = rewriter.workspace();
  rewriter.providers.behave(succeed());
  await ask(workspace, openAi);
  const before = await usageOf(workspace);

  await sql("update rewriter.calls set created_at_ms = created_at_ms - 91 * 86400000::bigint where api_key_id = $1", [workspace.apiKeyId]);

  await until(async () => (await sql("select 1 from rewriter.calls where api_key_id = $1", [workspace.apiKeyId])).length === 0);
  expect(await usageOf(workspace)).toEqual(before);
});

test("records wait while the database refuses them, and each is counted once", async () => {
  const workspace = rewriter.workspace();
  rewriter.providers.behave(succeed());
  await sql("alter table rewriter.usage_days rename to usage_days_away");
  await ask(workspace, openAi);
  await ask(workspace, openAi);
  await until(async () => ((await metricsOf(rewriter.process)).get("parley_rewriter_call_records") ?? 0) >= 2);

  await sql("alter table rewriter.usage_days_away rename to usage_days");

  await until(async () => (await usageOf(workspace)).usage[0]?.calls === 2n);
});

test("a process that stops records the calls that it has answered", async () => {
  const alone = await startRewriter();
  const workspace = alone.workspace();
  for (let call = 0; call < 20; call++) await askAi(alone, "whole", workspace, questionFor(openAi));

  await alone.stop();

  const [row] = await querySql(alone.process.databaseUrl, "select calls::int as calls from rewriter.usage_days");
  expect(row).toEqual({ calls: 20 });
});

test("metrics report calls and tokens by provider and model family", async () => {
  await using alone = await startRewriter();
  const workspace = alone.workspace();
  for (const model of ["gpt-4o-mini", "gpt-4o", "gemini-2.5-flash-lite", "claude-opus-5"]) {
    await askAi(alone, "whole", workspace, { model, prompt: "p", text: "t" });
  }
  alone.providers.behave(refuse(404));
  await askAi(alone, "stream", workspace, { model: "gpt-customers-own-name", prompt: "p", text: "t" });

  const metrics = await metricsOf(alone.process);

  const calls = (provider: string, family: string, outcome: string) =>
    metrics.get(`parley_rewriter_call_duration_seconds_count{provider="${provider}",family="${family}",outcome="${outcome}"}`);
  expect(calls("openai", "gpt-4o", "ok")).toBe(2);
  expect(calls("gemini", "flash-lite", "ok")).toBe(1);
  expect(calls("anthropic", "opus", "ok")).toBe(1);
  expect(calls("openai", "other", "unknown_model")).toBe(1);
  expect(metrics.get('parley_rewriter_tokens_total{provider="openai",family="gpt-4o",direction="input"}')).toBe(18);
  expect([...metrics.keys()].filter((name) => name.includes("customers-own-name"))).toEqual([]);
});

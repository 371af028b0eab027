import { newId } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { askAi, type Outcome, questionFor, type Way, ways } from "./asking.ts";
import { type Harness, startRewriter, type Workspace } from "./harness.ts";
import { metricsOf } from "./metrics-of.ts";
import { type Behaviour, refuse, succeed } from "./providers/behaviours.ts";
import type { Dialect } from "./providers/dialect.ts";
import { dialects } from "./providers/dialects.ts";

let rewriter: Harness;
/** Releases the held calls. */
let release: () => void;
let released: Promise<void>;

beforeAll(async () => {
  rewriter = await startRewriter({
    PARLEY_REWRITER_MAX_CALLS_PER_WORKSPACE: "2",
    ...withConstants({
      maxWaitingPerWorkspace: 1,
      maxCallsPerProvider: 4,
      maxWaitingPerProvider: 1,
      circuitFailures: 2,
      circuitPauseMs: 300,
      maxAttempts: 1,
    }),
  });
});

afterAll(() => rewriter?.stop());

beforeEach(() => {
  ({ promise: released, resolve: release } = Promise.withResolvers<void>());
});

const [openAi, anthropic] = dialects as readonly [Dialect, Dialect, Dialect];

const hold: Behaviour = async (situation) => {
  await released;
  await succeed()(situation);
};

const ask = (workspace: Workspace, dialect = openAi, way: Way = "whole", signal?: AbortSignal) =>
  askAi(rewriter, way, workspace, questionFor(dialect), signal);

const received = () => rewriter.providers.exchanges.length;

/** Makes two calls of which only one can wait, and returns the refusal of the other. */
async function refusalAmong(calls: readonly Promise<Outcome>[]) {
  const error = await Promise.race(calls).catch((error: unknown) => error);
  if (error instanceof RemoteFailure && error.failure !== undefined) return error.failure;
  throw error;
}

describe.each(ways)("%s", (way) => {
  test("calls of a workspace run and wait up to the limits, and further ones are refused", async () => {
    const workspace = rewriter.workspace();
    rewriter.providers.behave(hold);
    const running = [ask(workspace, openAi, way), ask(workspace, openAi, way)];
    await until(() => received() === 2);

    const further = [ask(workspace, openAi, way), ask(workspace, openAi, way)];
    const refusal = await refusalAmong(further);
    const other = ask(rewriter.workspace(), openAi, way);
    await until(() => received() === 3);
    release();

    expect(refusal).toMatchObject({ kind: "resource_exhausted", reason: "too_many_calls" });
    for (const { text } of await Promise.all([...running, other])) expect(text).toBe("Hello, world");
    expect((await Promise.allSettled(further)).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(received()).toBe(4);
  });
});

describe.each(ways)("%s", (way) => {
  test("calls of an API key run and wait up to the limits, further ones are refused, and another key of its workspace is not delayed", async () => {
    await using rewriter = await startRewriter({
      PARLEY_REWRITER_MAX_CALLS_PER_KEY: "2",
      ...withConstants({ maxWaitingPerKey: 1 }),
      PARLEY_REWRITER_TIMEOUT_MS: "10000",
    });
    const workspace = rewriter.workspace();
    const sister = { ...workspace, apiKeyId: newId("pk_test") };
    const ask = (by: typeof sister) => askAi(rewriter, way, by, questionFor(openAi));
    const received = () => rewriter.providers.exchanges.length;
    rewriter.providers.behave(hold);
    const running = [ask(workspace), ask(workspace)];
    await until(() => received() === 2);

    const further = [ask(workspace), ask(workspace)];
    const refusal = await refusalAmong(further);
    const other = ask(sister);
    await until(() => received() === 3);
    release();

    expect(refusal).toMatchObject({
      kind: "resource_exhausted",
      message: "Too many calls of AI models are running for this API key. Try again.",
    });
    for (const { text } of await Promise.all([...running, other])) expect(text).toBe("Hello, world");
    expect((await Promise.allSettled(further)).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(received()).toBe(4);
  });
});

test("calls to one provider are limited over all workspaces, and another provider is not delayed", async () => {
  rewriter.providers.behave(hold);
  const running = Array.from({ length: 4 }, () => ask(rewriter.workspace()));
  await until(() => received() === 4);

  const further = [ask(rewriter.workspace()), ask(rewriter.workspace())];
  const refusal = await refusalAmong(further);
  const elsewhere = ask(rewriter.workspace(), anthropic);
  await until(() => received() === 5);
  release();

  expect(refusal).toMatchObject({ kind: "resource_exhausted", message: "Too many calls to this AI provider are running. Try again." });
  for (const { text } of await Promise.all([...running, elsewhere])) expect(text).toBe("Hello, world");
  expect((await Promise.allSettled(further)).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a workspace that has used up its tokens of the day, with any key and model, is refused and no provider is called", async () => {
  const workspace = rewriter.workspace();
  workspace.setBudget(40);
  const other = { ...workspace, apiKeyId: newId("pk_test") };
  rewriter.providers.behave(succeed());
  // 16 tokens each.
  await ask(workspace);
  await ask(other, anthropic, "stream");
  await ask(other, openAi);
  const called = received();

  const outcomes = await Promise.all([ask(workspace), ask(workspace, anthropic, "stream")]);

  const message = "The workspace's daily budget of 40 tokens (dailyTokenBudget) is used up: 48 today. It is reset at 00:00 UTC.";
  for (const outcome of outcomes) expect(outcome).toMatchObject({ text: "", problem: "BUDGET_USED_UP", message });
  expect(received()).toBe(called);
  expect((await ask(rewriter.workspace())).text).toBe("Hello, world");
});

test("yesterday's usage does not count towards today's budget", async () => {
  const workspace = rewriter.workspace();
  workspace.setBudget(10);
  rewriter.providers.behave(succeed());
  await ask(workspace);
  const today = await ask(workspace);
  await querySql(rewriter.process.databaseUrl, "update rewriter.usage_days set day = day - 1 where workspace_id = $1", [
    workspace.workspaceId,
  ]);

  const tomorrow = await ask(workspace);

  expect([today.problem, tomorrow.text]).toEqual(["BUDGET_USED_UP", "Hello, world"]);
});

test("a caller that aborts while waiting leaves the queue, and the provider is not called for it", async () => {
  const gone = new AbortController();
  const waiting = async () => (await metricsOf(rewriter.process)).get('parley_rewriter_calls{provider="openai",state="waiting"}');
  rewriter.providers.behave(hold);
  const running = Array.from({ length: 4 }, () => ask(rewriter.workspace()));
  await until(() => received() === 4);
  const impatient = ask(rewriter.workspace(), openAi, "whole", gone.signal).catch(() => "gave up");
  await until(async () => (await waiting()) === 1);

  gone.abort();
  await until(async () => (await waiting()) === 0);
  release();

  expect(await impatient).toBe("gave up");
  await Promise.all(running);
  expect(received()).toBe(4);
});

describe("a provider that keeps failing with one key", () => {
  const failTwice = async (workspace: Workspace) => {
    rewriter.providers.behave(refuse(500));
    await ask(workspace);
    await ask(workspace);
  };

  test("is not called with that key for a while, and is called with others", async () => {
    const workspace = rewriter.workspace();
    await failTwice(workspace);

    const paused = await ask(workspace);
    const other = await ask(rewriter.workspace());

    expect(paused).toMatchObject({
      problem: "PAUSED",
      message: expect.stringMatching(/^OpenAI has failed .* Last: OpenAI failed \(status 500\)/),
    });
    expect(other.problem).toBe("UNAVAILABLE");
    expect(received()).toBe(3);
  });

  test("is called again after the pause, by a single call until its response", async () => {
    const workspace = rewriter.workspace();
    await failTwice(workspace);
    rewriter.providers.behave(hold);

    const asked: Promise<Outcome>[] = [];
    let answered = 0;
    await until(() => {
      asked.push(ask(workspace).finally(() => answered++));
      return received() > 0;
    });
    await until(() => answered === asked.length - 1);
    release();

    const outcomes = await Promise.all(asked);
    expect(outcomes.filter(({ problem }) => problem !== "PAUSED")).toMatchObject([{ text: "Hello, world" }]);
    expect(received()).toBe(1);
    expect((await ask(workspace)).text).toBe("Hello, world");
  });

  test("stays in use when the fault is the key's, the model's or the request's", async () => {
    const workspace = rewriter.workspace();
    for (const status of [400, 401, 403, 404]) {
      rewriter.providers.behave(refuse(status));
      for (let call = 0; call < 3; call++) expect((await ask(workspace)).problem).not.toBe("PAUSED");
    }
  });
});

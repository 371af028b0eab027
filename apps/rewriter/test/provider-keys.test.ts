import { RemoteFailure } from "@parley/rpc";
import { until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askAi, questionFor, ways } from "./asking.ts";
import { type Harness, startRewriter } from "./harness.ts";
import { refuse, succeed } from "./providers/behaviours.ts";
import { dialects } from "./providers/dialects.ts";

let rewriter: Harness;

beforeAll(async () => {
  rewriter = await startRewriter();
});

afterAll(() => rewriter?.stop());

describe.each(dialects.map((dialect) => [dialect.title, dialect] as const))("%s", (title, dialect) => {
  test.each(ways)("%s: without a key no provider is called, and the response names the provider", async (way) => {
    const workspace = rewriter.workspace();
    workspace.setKey(dialect.provider, undefined);
    rewriter.providers.behave(succeed());

    const outcome = await askAi(rewriter, way, workspace, questionFor(dialect));

    expect(outcome).toMatchObject({ text: "", problem: "NO_API_KEY", message: `No API key configured for provider: ${title}` });
    expect(rewriter.providers.exchanges).toEqual([]);
  });

  test("each workspace's calls carry its own key, even when they run concurrently", async () => {
    const workspaces = Array.from({ length: 5 }, () => rewriter.workspace());
    const keyOfText = new Map<unknown, unknown>();
    rewriter.providers.behave((situation) => {
      keyOfText.set(dialect.askedOf(situation.received).text, dialect.keyOf(situation.received));
      return succeed()(situation);
    });

    await Promise.all(
      workspaces.map((workspace) => askAi(rewriter, "whole", workspace, { ...questionFor(dialect), text: `of ${workspace.workspaceId}` })),
    );

    for (const workspace of workspaces) expect(keyOfText.get(`of ${workspace.workspaceId}`)).toBe(workspace.keyOf(dialect.provider));
  });
});

const [dialect] = dialects;
if (dialect === undefined) throw new Error("There is no provider.");

test("a replaced or removed key is used for at most 5 s", async () => {
  const workspace = rewriter.workspace();
  const used = new Set<unknown>();
  rewriter.providers.behave((situation) => {
    used.add(dialect.keyOf(situation.received));
    return succeed()(situation);
  });
  const ask = () => askAi(rewriter, "whole", workspace, questionFor(dialect));
  await ask();

  workspace.setKey("openai", "MARKED-new-key");
  const replacedAtMs = performance.now();
  await until(async () => {
    await ask();
    return used.has("MARKED-new-key");
  });
  expect(performance.now() - replacedAtMs).toBeLessThan(5_200);

  workspace.setKey("openai", undefined);
  const removedAtMs = performance.now();
  await until(async () => (await ask()).problem === "NO_API_KEY");
  expect(performance.now() - removedAtMs).toBeLessThan(5_200);
});

test("calls succeed as soon as a refused key is replaced", async () => {
  const workspace = rewriter.workspace();
  rewriter.providers.behave((situation) => (dialect.keyOf(situation.received) === "good" ? succeed() : refuse(401))(situation));
  workspace.setKey("openai", "bad");
  for (let call = 0; call < 10; call++)
    expect((await askAi(rewriter, "whole", workspace, questionFor(dialect))).problem).toBe("KEY_REFUSED");

  workspace.setKey("openai", "good");

  await expect
    .poll(async () => (await askAi(rewriter, "whole", workspace, questionFor(dialect))).text, { timeout: 6_000, interval: 100 })
    .not.toBe("");
});

test("while keys cannot be read, calls fail as unavailable and no provider is called", async () => {
  await using alone = await startRewriter({}, { keysFail: true });

  const failure = await askAi(alone, "whole", alone.workspace(), questionFor(dialect)).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(RemoteFailure);
  expect((failure as RemoteFailure).failure).toMatchObject({ kind: "unavailable" });
  expect(alone.providers.exchanges).toEqual([]);
});

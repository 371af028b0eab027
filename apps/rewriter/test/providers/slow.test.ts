import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askAi, questionFor, ways } from "../asking.ts";
import { type Harness, startRewriter } from "../harness.ts";
import { keepSilent, refuse, stall } from "./behaviours.ts";
import { dialects } from "./dialects.ts";

const timeoutMs = 600;
let rewriter: Harness;

beforeAll(async () => {
  rewriter = await startRewriter({ PARLEY_REWRITER_TIMEOUT_MS: String(timeoutMs), ...withConstants({ retryDelayMs: 500 }) });
  // A provider's SDK is loaded by its first call; the time of the tests' calls must not be spent on it.
  for (const dialect of dialects)
    await until(async () => (await askAi(rewriter, "whole", rewriter.workspace(), questionFor(dialect))).text !== "");
});

afterAll(() => rewriter?.stop());

// The part of the contract that concerns time.
describe.each(dialects.map((dialect) => [dialect.title, dialect] as const))("%s", (title, dialect) => {
  test.each(ways.flatMap((way) => [[way, "is silent", keepSilent] as const, [way, "begins to answer and stops", stall()] as const]))(
    "%s: a provider that %s is given up when the time is over",
    async (way, _, behaviour) => {
      const before = performance.now();
      rewriter.providers.behave(behaviour);

      const outcome = await askAi(rewriter, way, rewriter.workspace(), questionFor(dialect));

      expect(outcome).toMatchObject({ text: "", problem: "TIMEOUT", message: `${title} did not answer within 0.6 s.` });
      expect(performance.now() - before).toBeLessThan(timeoutMs + 1_000);
      expect(await rewriter.providers.exchanges[0]?.cutOff).toBe(true);
    },
  );

  test("a provider that stalls after some text is not called again: the text ends with a problem, and counts", async () => {
    const workspace = rewriter.workspace();
    rewriter.providers.behave(stall("Hel", "lo"));

    const outcome = await askAi(rewriter, "stream", workspace, questionFor(dialect));

    expect(outcome).toMatchObject({ text: "Hello", problem: "TIMEOUT", message: `${title} did not answer within 0.6 s.` });
    expect(rewriter.providers.exchanges).toHaveLength(1);
    const { usage } = await rewriter.client.listUsage({ apiKeyId: workspace.apiKeyId });
    expect(usage).toMatchObject([{ failedCalls: 1n, outputTokens: 2n }]);
  });

  test("all attempts share one deadline", async () => {
    const before = performance.now();
    rewriter.providers.behave(refuse(500), keepSilent);

    const outcome = await askAi(rewriter, "whole", rewriter.workspace(), questionFor(dialect));

    expect(outcome.problem).toBe("TIMEOUT");
    expect(performance.now() - before).toBeLessThan(timeoutMs + 350);
  });
});

import { randomText } from "@parley/kernel";
import { tried } from "@parley/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { askAi, type Outcome, questionFor, type Way, ways } from "../asking.ts";
import { type Harness, startRewriter } from "../harness.ts";
import { endEarly, failWithin, hangUp, refuse, succeed } from "./behaviours.ts";
import type { Dialect } from "./dialect.ts";
import { dialects } from "./dialects.ts";
import { type Gateway, masterKey, startLitellm, startPortkey, versions } from "./gateways.ts";
import { ProviderServer } from "./provider-server.ts";

// The first run fetches the gateways.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 900_000 });

interface Tried {
  readonly name: string;
  readonly version: string;
  readonly start: (providers: string) => Promise<Gateway | undefined>;
  readonly providers: readonly Dialect["provider"][];
  /** The key that it wants; without one, it passes on the workspace's. */
  readonly key?: string;
  readonly differs: string;
}

const gateways: readonly Tried[] = [
  {
    name: "LiteLLM proxy",
    version: versions.litellm,
    start: startLitellm,
    providers: ["openai", "anthropic", "gemini"],
    key: masterKey,
    differs: "Takes a stream of OpenAI's that ends too early for whole, and drops refusals in it. Its `/v1/messages` loses `Retry-After`.",
  },
  {
    name: "Portkey gateway",
    version: versions.portkey,
    start: startPortkey,
    providers: ["openai", "anthropic"],
    differs: "Streams with `@hono/node-server` 1.13.8, not with the version that npm installs by itself. Has no interface of Gemini's.",
  },
];

describe.each(gateways.map((gateway) => [gateway.name, gateway] as const))("%s", (name, gateway) => {
  let running: Gateway | undefined;
  let rewriter: Harness;
  let models = 0;

  beforeAll(async () => {
    const providers = await ProviderServer.start();
    running = await gateway.start(providers.url);
    if (running === undefined) return providers.stop();
    rewriter = await startRewriter({ PARLEY_REWRITER_TIMEOUT_MS: "60000", ...running.settings }, { providers });
  });

  beforeEach(({ skip }) => skip(running === undefined, `${name} is not installed.`));

  afterAll(async () => {
    if (running === undefined) return;
    await rewriter?.stop();
    await running[Symbol.asyncDispose]();
    tried("Ask AI", name, gateway.version, gateway.differs);
  });

  describe.each(
    dialects.filter(({ provider }) => gateway.providers.includes(provider)).map((dialect) => [dialect.title, dialect] as const),
  )("%s", (_, dialect) => {
    function ask(way: Way, behaviour: ReturnType<typeof refuse>): Promise<Outcome> {
      const workspace = rewriter.workspace();
      workspace.setKey(dialect.provider, gateway.key ?? `sk-${randomText(24)}`);
      rewriter.providers.behave(behaviour);
      // A model of its own: one that failed again and again is not called for a while.
      return askAi(rewriter, way, workspace, { ...questionFor(dialect), model: `${dialect.model}-${models++}` });
    }

    test.each(ways)("%s: the text is returned with its usage", async (way) => {
      const outcome = await ask(way, succeed(["Good ", "day", ", 👍🏽 é"]));

      expect(outcome).toMatchObject({ text: "Good day, 👍🏽 é", usage: { inputTokens: 9, outputTokens: 7 } });
      expect(outcome.pieces).toHaveLength(way === "whole" ? 1 : 3);
    });

    const isWaitLost = name === "LiteLLM proxy" && dialect.provider === "anthropic";
    test.each(
      ways.flatMap((way) => [
        [way, 429, "RATE_LIMITED", isWaitLost ? "later" : "in 120 s"] as const,
        [way, 500, "UNAVAILABLE", "failed (status 500)"] as const,
        [way, 401, "KEY_REFUSED", "refused the API key"] as const,
        [way, 400, "REQUEST_REFUSED", "The maximum is 8192 tokens."] as const,
        [way, 404, "UNKNOWN_MODEL", "The maximum is 8192 tokens."] as const,
      ]),
    )("%s: status %d of the provider is %s, with its words", async (way, status, problem, words) => {
      const outcome = await ask(way, refuse(status, "The maximum is 8192 tokens.", status === 429 ? { "retry-after": "120" } : {}));

      expect(outcome).toMatchObject({ text: "", problem, message: expect.stringContaining(words) });
    });

    test.each(ways)("%s: an answer that was cut, and one without text, are problems", async (way) => {
      expect(await ask(way, succeed(["Hello"], "cut"))).toMatchObject({ problem: "CUT" });
      expect(await ask(way, succeed([]))).toMatchObject({ problem: "EMPTY" });
    });

    test.each([
      ["fails within its answer", failWithin("Overloaded", "Hel", "lo")],
      ["closes the connection", hangUp("within", "Hel", "lo")],
      ["ends without an end", endEarly("Hel", "lo")],
    ])("stream: a provider that %s is a problem", async (how, behaviour) => {
      const outcome = await ask("stream", behaviour);

      // LiteLLM ends such a stream of OpenAI's as if it were whole, and waits with the first pieces of the others.
      const isTakenForWhole = name === "LiteLLM proxy" && dialect.provider === "openai" && how === "ends without an end";
      expect(outcome.problem).toBe(isTakenForWhole ? undefined : "UNAVAILABLE");
      expect(["Hello", ""]).toContain(outcome.text);
    });
  });
});

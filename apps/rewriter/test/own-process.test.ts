import { randomText } from "@parley/kernel";
import { withConstants } from "@parley/runtime";
import { everythingStored, until } from "@parley/testing";
import { expect, test } from "vitest";
import { askAi, questionFor, ways } from "./asking.ts";
import { type Keys, keyName } from "./key-source.ts";
import { startRewriterProcess } from "./processes/start-rewriter-process.ts";
import { type Behaviour, echoKey, endEarly, failWithin, flood, hangUp, refuse, say, succeed } from "./providers/behaviours.ts";
import { dialects } from "./providers/dialects.ts";
import { ProviderServer } from "./providers/provider-server.ts";

const workspace = { apiKeyId: "pk", workspaceId: "ws" };
const sdks = { openai: "openai", anthropic: "@anthropic-ai/sdk", gemini: "@google/generative-ai" } as const;

test("a provider's SDK is loaded when it is first used, and not before", async () => {
  await using providers = await ProviderServer.start();
  const keys: Keys = new Map(dialects.map(({ provider }) => [keyName(provider, "ws"), "key"]));
  {
    await using process = await startRewriterProcess(keys, providers.settings);
    const loaded = () => process.output().match(/(?<=^loaded ).*$/gm) ?? [];

    for (const [index, dialect] of dialects.entries()) {
      expect(loaded()).toEqual(dialects.slice(0, index).map(({ provider }) => sdks[provider]));
      for (const way of ways) expect((await askAi(process, way, workspace, questionFor(dialect))).text).toBe("Hello, world");
    }
    await until(() => loaded().length === dialects.length);
  }
});

const outcomes: readonly Behaviour[] = [
  succeed(),
  ...[400, 401, 403, 404, 413, 429, 500, 529].map(echoKey),
  refuse(500),
  hangUp("before"),
  hangUp("within", "Hel"),
  endEarly("Hel"),
  flood,
  say("{"),
  say("data: {\n\n", "events"),
  ({ dialect, received, response }) => failWithin(`The key ${dialect.keyOf(received)} failed.`, "Hel")({ dialect, received, response }),
  ({ dialect, received, response }) => say(`data: {"${dialect.keyOf(received)}\n\n`, "events")({ dialect, received, response }),
  ({ dialect, received, response }) => say(`"${dialect.keyOf(received)}`)({ dialect, received, response }),
];

test("after every kind of fault, no provider's key is in a log, the database, a metric or a response", async () => {
  await using providers = await ProviderServer.start();
  const marked = dialects.map(({ provider }) => `MARKED-${provider}-${randomText(24)}`);
  const keys: Keys = new Map(dialects.map(({ provider }, index) => [keyName(provider, "ws"), marked[index] ?? ""]));
  const found: string[] = [];
  {
    await using process = await startRewriterProcess(keys, {
      ...providers.settings,
      ...withConstants({ retryDelayMs: 5, circuitFailures: 1_000 }),
    });

    for (const dialect of dialects) {
      for (const behaviour of outcomes) {
        providers.behave(behaviour);
        for (const way of ways) found.push(JSON.stringify(await askAi(process, way, workspace, questionFor(dialect))));
        expect(providers.exchanges.map(({ received }) => dialect.keyOf(received))).toContain(marked[dialects.indexOf(dialect)]);
      }
    }
    await process.client.listUsage({ apiKeyId: workspace.apiKeyId });

    const metrics = await fetch(`http://127.0.0.1:${process.opsPort}/metrics`, { headers: { connection: "close" } });
    found.push(await metrics.text(), await everythingStored(process.databaseUrl), process.output());
  }

  const all = found.join("\n");
  for (const word of ["parley_rewriter_call_duration_seconds", "rewriter.calls", '"outcome":"key_refused"', "withheld"])
    expect(all).toContain(word);
  for (const key of marked) {
    const encoded = Buffer.from(key).toString("base64");
    for (const form of [
      key,
      key.slice(7, 19),
      key.slice(-12),
      key.slice(-8),
      encoded,
      encoded.slice(4, 20),
      Buffer.from(key).toString("hex"),
    ]) {
      expect(all.includes(form), form).toBe(false);
    }
  }
});

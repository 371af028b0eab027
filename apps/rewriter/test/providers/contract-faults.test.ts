import { withConstants } from "@parley/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askAi, questionFor, ways } from "../asking.ts";
import { type Harness, startRewriter } from "../harness.ts";
import { askDialect } from "./ask-dialect.ts";
import { type Behaviour, echoKey, hangUp, keepSilent, refuse, succeed } from "./behaviours.ts";
import type { Dialect } from "./dialect.ts";
import { dialects } from "./dialects.ts";

let rewriter: Harness;

beforeAll(async () => {
  rewriter = await startRewriter({ PARLEY_REWRITER_TIMEOUT_MS: "5000", ...withConstants({ maxAnswerBytes: 256 * 1024 }) });
});

afterAll(() => rewriter?.stop());

// The outcome of every provider's faults, whether its response is whole or a stream.
describe.each(dialects.map((dialect) => [dialect.title, dialect] as const))("%s", (title, dialect) => {
  describe.each(ways)("%s", (way) => {
    const ask = askDialect(() => rewriter, dialect, way);
    const calls = () => rewriter.providers.exchanges.length;

    test.each([
      [400, "REQUEST_REFUSED"],
      [401, "KEY_REFUSED"],
      [403, "KEY_REFUSED"],
      [404, "UNKNOWN_MODEL"],
      [413, "REQUEST_REFUSED"],
      [307, "REQUEST_REFUSED"],
    ] as const)("status %s is %s and is not tried again", async (status, problem) => {
      const outcome = await ask([refuse(status, "Something about it.", { location: "/v1/elsewhere" })]);

      expect(outcome).toMatchObject({ problem, message: expect.stringContaining(title) });
      if (problem === "REQUEST_REFUSED") expect(outcome.message).toContain("Something about it.");
      expect(calls()).toBe(1);
    });

    test.each([500, 502, 503, 529])("status %s is retried, and is a problem when it persists", async (status) => {
      const passing = await ask([refuse(status), succeed()]);
      const callsOfPassing = calls();
      const staying = await ask([refuse(status)]);

      expect(passing).toMatchObject({ text: "Hello, world" });
      expect(callsOfPassing).toBe(2);
      expect(staying).toMatchObject({ problem: "UNAVAILABLE", message: expect.stringContaining(`${status}`) });
      expect(calls()).toBe(3);
    });

    test("a 429 is retried, and is a problem when it persists", async () => {
      const passing = await ask([refuse(429), refuse(429), succeed()]);
      const staying = await ask([refuse(429)]);

      expect(passing).toMatchObject({ text: "Hello, world" });
      expect(staying).toMatchObject({ problem: "RATE_LIMITED", message: expect.stringContaining(title) });
      expect(calls()).toBe(3);
    });

    test.each([
      [429, "retry-after", "1"],
      [529, "retry-after-ms", "300"],
    ])("after a %s the delay of %s is waited for", async (status, header, value) => {
      const before = performance.now();

      const outcome = await ask([refuse(status, "Slow down.", { [header]: value }), succeed()]);

      expect(outcome).toMatchObject({ text: "Hello, world" });
      expect(performance.now() - before).toBeGreaterThan(header === "retry-after" ? 990 : 290);
    });

    test("a Retry-After that exceeds the remaining time is not waited for", async () => {
      const outcome = await ask([refuse(429, "Slow down.", { "retry-after": "20" })]);

      expect(outcome).toMatchObject({ problem: "RATE_LIMITED", message: expect.stringMatching(/Try again in 20 s\.$/) });
      expect(calls()).toBe(1);
    });

    test("a call whose connection closes before the response is retried, and is a problem when it persists", async () => {
      const passing = await ask([hangUp("before"), hangUp("before"), succeed()]);
      const staying = await ask([hangUp("before")]);

      expect(passing).toMatchObject({ text: "Hello, world" });
      expect(staying).toMatchObject({ problem: "UNAVAILABLE", message: expect.stringContaining(title) });
      expect(calls()).toBe(3);
    });

    test("a call whose connection closes within the response is retried unless text was passed on", async () => {
      const outcome = await ask([hangUp("within"), succeed()]);

      expect(outcome).toMatchObject({ text: "Hello, world" });
    });

    test.each([400, 401, 403, 404, 429, 500])("a key that a %s repeats reaches nobody", async (status) => {
      const workspace = rewriter.workspace();
      const key = workspace.keyOf(dialect.provider) ?? "";

      const { message = "" } = await ask([echoKey(status)], {}, workspace);

      expect(message).toContain(title);
      for (const form of [key, key.slice(4, -4), Buffer.from(key).toString("base64"), Buffer.from(key).toString("hex")])
        expect(message).not.toContain(form);
    });

    test("connections are kept between calls, even after a refusal", async () => {
      const ports = new Set<unknown>();
      const watched = (behaviour: Behaviour): Behaviour => {
        return (situation) => {
          ports.add(situation.response.socket?.remotePort);
          return behaviour(situation);
        };
      };

      for (const behaviour of [succeed(), refuse(400), succeed()]) await ask([watched(behaviour)]);

      expect(ports.size).toBe(1);
    });

    test("a caller who disconnects ends the provider's call", async () => {
      const gone = new AbortController();
      rewriter.providers.behave(keepSilent);

      const asking = askAi(rewriter, way, rewriter.workspace(), questionFor(dialect), gone.signal).catch(() => "gave up");
      await expect.poll(calls).toBe(1);
      gone.abort();

      expect(await asking).toBe("gave up");
      expect(await rewriter.providers.exchanges[0]?.cutOff).toBe(true);
    });
  });
});

test("a used-up quota is reported at once, because waiting does not help", async () => {
  const body = JSON.stringify({ error: { message: "You exceeded your quota.", type: "insufficient_quota", code: "insufficient_quota" } });
  rewriter.providers.behave(({ response }) => void response.writeHead(429, { "content-type": "application/json" }).end(body));

  const outcome = await askAi(rewriter, "whole", rewriter.workspace(), questionFor(dialects[0] as Dialect));

  expect(outcome).toMatchObject({
    problem: "RATE_LIMITED",
    message: "OpenAI says that the quota of the configured API key is used up.",
  });
  expect(rewriter.providers.exchanges).toHaveLength(1);
});

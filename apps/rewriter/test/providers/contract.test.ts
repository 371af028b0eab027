import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askAi, type Outcome, type Question, questionFor, ways } from "../asking.ts";
import { type Harness, startRewriter, type Workspace } from "../harness.ts";
import {
  type Behaviour,
  echoKey,
  endEarly,
  failWithin,
  flood,
  hangUp,
  keepSilent,
  miscount,
  refuse,
  say,
  stall,
  succeed,
  trickle,
} from "./behaviours.ts";
import type { Dialect } from "./dialect.ts";
import { dialects } from "./dialects.ts";

let rewriter: Harness;

const bounds = {
  PARLEY_REWRITER_OPENAI_MAX_TOKENS: "9001",
  PARLEY_REWRITER_ANTHROPIC_MAX_TOKENS: "9002",
  PARLEY_REWRITER_GOOGLE_MAX_TOKENS: "9003",
};

beforeAll(async () => {
  rewriter = await startRewriter({ PARLEY_REWRITER_TIMEOUT_MS: "5000", PARLEY_REWRITER_MAX_ANSWER_BYTES: String(256 * 1024), ...bounds });
});

afterAll(() => rewriter?.stop());

// Old models give no longer answers than these, or refuse to be asked for one.
const boundsOf: Readonly<Record<Dialect["provider"], [model: string, bound: number | undefined][]>> = {
  openai: [
    ["gpt-4o", 9_001],
    ["o3-mini", 9_001],
    ["gpt-4", undefined],
    ["gpt-3.5-turbo", undefined],
  ],
  anthropic: [
    ["claude-sonnet-5-5", 9_002],
    ["claude-3-haiku-20240307", 4_096],
  ],
  gemini: [
    ["gemini-2.5-flash", 9_003],
    ["gemini-2.0-flash", 8_192],
  ],
};

// What every provider must do, in its own wire format, whether its answer comes whole or in pieces.
describe.each(dialects.map((dialect) => [dialect.title, dialect] as const))("%s", (title, dialect) => {
  describe.each(ways)("%s", (way) => {
    const ask = (
      behaviours: readonly Behaviour[],
      question?: Partial<Question>,
      workspace: Workspace = rewriter.workspace(),
    ): Promise<Outcome> => {
      rewriter.providers.behave(...behaviours);
      return askAi(rewriter, way, workspace, { ...questionFor(dialect), ...question });
    };
    const calls = () => rewriter.providers.exchanges.length;

    test("the text comes back with what it used, and the request is as the provider documents it", async () => {
      const workspace = rewriter.workspace();

      const outcome = await ask([succeed(["Good ", "day", ", 👍🏽 é"])], {}, workspace);

      expect(outcome).toEqual({
        text: "Good day, 👍🏽 é",
        pieces: expect.any(Array),
        usage: expect.objectContaining({ inputTokens: 9, outputTokens: 7 }),
      });
      expect(outcome.pieces).toHaveLength(way === "whole" ? 1 : 3);
      const [exchange] = rewriter.providers.exchanges;
      if (exchange === undefined) throw new Error("Nothing was received.");
      expect(exchange.dialect).toBe(dialect);
      expect(dialect.asksForStream(exchange.received)).toBe(way === "stream");
      expect(dialect.keyOf(exchange.received)).toBe(workspace.keyOf(dialect.provider));
      expect(dialect.askedOf(exchange.received)).toEqual({ model: dialect.model, prompt: "Make it formal.", text: "hey there" });
    });

    test.each(boundsOf[dialect.provider])("the answer of %s is asked for with a bound of %s tokens", async (model, bound) => {
      await ask([succeed()], { model });

      const [exchange] = rewriter.providers.exchanges;
      expect(exchange && dialect.boundOf(exchange.received)).toBe(bound);
    });

    test("an answer that comes late and a few bytes at a time is the same answer", async () => {
      const outcome = await ask([trickle(["Good ", "day", ", 👍🏽 é"])]);

      expect(outcome).toMatchObject({ text: "Good day, 👍🏽 é", usage: { inputTokens: 9, outputTokens: 7 } });
      expect(calls()).toBe(1);
    });

    test("token counts that are none count nothing, and the call is recorded like any other", async () => {
      const workspace = rewriter.workspace();

      const outcome = await ask([miscount], {}, workspace);

      expect(outcome).toMatchObject({ text: "Hello", usage: { inputTokens: 0, outputTokens: 0 } });
      const { usage } = await rewriter.client.listUsage({ apiKeyId: workspace.apiKeyId });
      expect(usage).toMatchObject([{ calls: 1n, failedCalls: 0n, inputTokens: 0n, outputTokens: 0n }]);
    });

    test.each([
      ["declined", "DECLINED"],
      ["blocked", dialect.provider === "anthropic" ? "DECLINED" : "BLOCKED"],
      ["cut", "CUT"],
    ] as const)("an answer that was %s is a problem, not a text", async (end, problem) => {
      const expected = end === "declined" && dialect.provider === "gemini" ? "BLOCKED" : problem;

      const outcome = await ask([succeed(["Hello"], end)]);

      expect(outcome).toMatchObject({ problem: expected, message: expect.stringContaining(title) });
      expect(calls()).toBe(1);
    });

    test("a request that was blocked for safety is told as such", async () => {
      const words = { openai: "content_filter", anthropic: "Output blocked by content filtering policy", gemini: "" }[dialect.provider];
      const body = { error: { message: words, type: "invalid_request_error", code: words } };
      const blocked = dialect.provider === "gemini" ? succeed([], "blocked") : refuse(400, words);
      const behaviour: Behaviour = (situation) => {
        if (dialect.provider !== "openai") return blocked(situation);
        situation.response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(body));
      };

      expect(await ask([behaviour])).toMatchObject({ problem: "BLOCKED", message: expect.stringContaining(title) });
    });

    test("an empty answer is a problem", async () => {
      expect(await ask([succeed([])])).toMatchObject({ problem: "EMPTY", message: `${title} answered with no text.` });
    });

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

    test.each([500, 502, 503, 529])("status %s is tried again, and is a problem when it stays", async (status) => {
      const passing = await ask([refuse(status), succeed()]);
      const callsOfPassing = calls();
      const staying = await ask([refuse(status)]);

      expect(passing).toMatchObject({ text: "Hello, world" });
      expect(callsOfPassing).toBe(2);
      expect(staying).toMatchObject({ problem: "UNAVAILABLE", message: expect.stringContaining(`${status}`) });
      expect(calls()).toBe(3);
    });

    test("a 429 is tried again, and is a problem when it stays", async () => {
      const passing = await ask([refuse(429), refuse(429), succeed()]);
      const staying = await ask([refuse(429)]);

      expect(passing).toMatchObject({ text: "Hello, world" });
      expect(staying).toMatchObject({ problem: "RATE_LIMITED", message: expect.stringContaining(title) });
      expect(calls()).toBe(3);
    });

    test.each([
      [429, "retry-after", "1"],
      [529, "retry-after-ms", "300"],
    ])("after a %s the time of %s is waited for", async (status, header, value) => {
      const before = performance.now();

      const outcome = await ask([refuse(status, "Slow down.", { [header]: value }), succeed()]);

      expect(outcome).toMatchObject({ text: "Hello, world" });
      expect(performance.now() - before).toBeGreaterThan(header === "retry-after" ? 990 : 290);
    });

    test("a Retry-After that is longer than the time that is left is told at once", async () => {
      const before = performance.now();

      const outcome = await ask([refuse(429, "Slow down.", { "retry-after": "20" })]);

      expect(outcome).toMatchObject({ problem: "RATE_LIMITED", message: expect.stringMatching(/Try again in 20 s\.$/) });
      expect(performance.now() - before).toBeLessThan(900);
      expect(calls()).toBe(1);
    });

    test("a connection that is closed before the answer is tried again, and is a problem when it stays", async () => {
      const passing = await ask([hangUp("before"), hangUp("before"), succeed()]);
      const staying = await ask([hangUp("before")]);

      expect(passing).toMatchObject({ text: "Hello, world" });
      expect(staying).toMatchObject({ problem: "UNAVAILABLE", message: expect.stringContaining(title) });
      expect(calls()).toBe(3);
    });

    test("a connection that is closed within the answer is tried again unless text was told", async () => {
      const outcome = await ask([hangUp("within"), succeed()]);

      expect(outcome).toMatchObject({ text: "Hello, world" });
    });

    test.each(["", "{", "<html>busy</html>", '{"choices":[{"mess', "null", "[]", "{}", '"text"', "5"])(
      "the answer %j is a problem",
      async (body) => {
        const type = way === "stream" ? "events" : "json";
        const outcome = await ask([say(type === "events" && body !== "" ? `data: ${body}\n\n` : body, type)]);

        expect(["BAD_ANSWER", "UNAVAILABLE", "EMPTY"]).toContain(outcome.problem);
        expect(outcome.message).toContain(title);
      },
    );

    test("an answer without end is not read to its end", async () => {
      const outcome = await ask([flood]);

      expect(outcome).toMatchObject({ problem: "BAD_ANSWER", message: `${title} answered with more than can be taken.` });
      expect(outcome.text.length).toBeLessThan(512 * 1024);
      expect(await rewriter.providers.exchanges[0]?.cutOff).toBe(true);
    });

    test.each([400, 401, 403, 404, 429, 500])("a key that a %s answers back reaches nobody", async (status) => {
      const workspace = rewriter.workspace();
      const key = workspace.keyOf(dialect.provider) ?? "";

      const { message = "" } = await ask([echoKey(status)], {}, workspace);

      expect(message).toContain(title);
      for (const form of [key, key.slice(4, -4), Buffer.from(key).toString("base64"), Buffer.from(key).toString("hex")])
        expect(message).not.toContain(form);
    });

    test("connections are kept between calls, also after a refusal", async () => {
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

    test("a caller who goes away ends the provider's call", async () => {
      const gone = new AbortController();
      rewriter.providers.behave(keepSilent);

      const asking = askAi(rewriter, way, rewriter.workspace(), questionFor(dialect), gone.signal).catch(() => "gave up");
      await expect.poll(calls).toBe(1);
      gone.abort();

      expect(await asking).toBe("gave up");
      expect(await rewriter.providers.exchanges[0]?.cutOff).toBe(true);
    });
  });

  describe("once text was told", () => {
    const ask = (behaviour: Behaviour) => {
      rewriter.providers.behave(behaviour, succeed());
      return askAi(rewriter, "stream", rewriter.workspace(), questionFor(dialect));
    };

    test.each([
      ["closes the connection", hangUp("within", "Hel", "lo"), "UNAVAILABLE"],
      ["ends without saying so", endEarly("Hel", "lo"), "UNAVAILABLE"],
      ["says that it fails", failWithin("Overloaded", "Hel", "lo"), "UNAVAILABLE"],
    ] as const)("a provider that %s is not called again: the text ends with a problem", async (_, behaviour, problem) => {
      const outcome = await ask(behaviour);

      expect(outcome).toMatchObject({ text: "Hello", problem, message: expect.stringContaining(title) });
      expect(rewriter.providers.exchanges).toHaveLength(1);
    });

    test("a caller who goes away ends the provider's call", async () => {
      const gone = new AbortController();
      const { apiKeyId, workspaceId } = rewriter.workspace();
      rewriter.providers.behave(stall("Hel", "lo"));
      const pieces: string[] = [];

      const reading = async () => {
        for await (const { event } of rewriter.client.askAiStream(
          { apiKeyId, workspaceId, ...questionFor(dialect) },
          { signal: gone.signal },
        )) {
          if (event.case === "textDelta") pieces.push(event.value);
          if (pieces.length === 2) gone.abort();
        }
      };

      await expect(reading()).rejects.toThrow();
      expect(pieces).toEqual(["Hel", "lo"]);
      expect(await rewriter.providers.exchanges[0]?.cutOff).toBe(true);
    });

    test("each piece is told as it comes", async () => {
      const { apiKeyId, workspaceId } = rewriter.workspace();
      rewriter.providers.behave(stall("Hel"));
      const gone = new AbortController();

      const stream = rewriter.client
        .askAiStream({ apiKeyId, workspaceId, ...questionFor(dialect) }, { signal: gone.signal })
        [Symbol.asyncIterator]();
      const first = await stream.next();
      gone.abort();

      expect(first.value?.event).toEqual({ case: "textDelta", value: "Hel" });
      await expect(stream.next()).rejects.toThrow();
    });
  });
});

test("reasoning models get one user message: the prompt, a blank line, the text", async () => {
  for (const model of ["o1", "o3-mini", "o4-mini-2025-04-16"]) {
    rewriter.providers.behave(succeed());

    await askAi(rewriter, "whole", rewriter.workspace(), { model, prompt: "Make it formal.", text: "hey there" });

    const { body } = rewriter.providers.exchanges[0]?.received ?? {};
    expect(body.messages).toEqual([{ role: "user", content: "Make it formal.\n\nhey there" }]);
    expect(body.model).toBe(model);
  }
});

test("a quota that is used up is told at once: waiting does not help", async () => {
  const body = JSON.stringify({ error: { message: "You exceeded your quota.", type: "insufficient_quota", code: "insufficient_quota" } });
  rewriter.providers.behave(({ response }) => void response.writeHead(429, { "content-type": "application/json" }).end(body));

  const outcome = await askAi(rewriter, "whole", rewriter.workspace(), questionFor(dialects[0] as Dialect));

  expect(outcome).toMatchObject({
    problem: "RATE_LIMITED",
    message: "OpenAI says that the quota of the configured API key is used up.",
  });
  expect(rewriter.providers.exchanges).toHaveLength(1);
});

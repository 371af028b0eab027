import { withConstants } from "@parley/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askAi, questionFor } from "../asking.ts";
import { type Harness, startRewriter } from "../harness.ts";
import { type Behaviour, endEarly, failWithin, hangUp, stall, succeed } from "./behaviours.ts";
import { dialects } from "./dialects.ts";

let rewriter: Harness;

beforeAll(async () => {
  rewriter = await startRewriter({ PARLEY_REWRITER_TIMEOUT_MS: "5000", ...withConstants({ maxAnswerBytes: 256 * 1024 }) });
});

afterAll(() => rewriter?.stop());

// The behaviour of every provider once a part of its text was passed on.
describe.each(dialects.map((dialect) => [dialect.title, dialect] as const))("%s", (title, dialect) => {
  const ask = (behaviour: Behaviour) => {
    rewriter.providers.behave(behaviour, succeed());
    return askAi(rewriter, "stream", rewriter.workspace(), questionFor(dialect));
  };

  test.each([
    ["closes the connection", hangUp("within", "Hel", "lo"), "UNAVAILABLE"],
    ["ends without an end event", endEarly("Hel", "lo"), "UNAVAILABLE"],
    ["reports a failure", failWithin("Overloaded", "Hel", "lo"), "UNAVAILABLE"],
  ] as const)("a provider that %s is not called again: the text ends with a problem", async (_, behaviour, problem) => {
    const outcome = await ask(behaviour);

    expect(outcome).toMatchObject({ text: "Hello", problem, message: expect.stringContaining(title) });
    expect(rewriter.providers.exchanges).toHaveLength(1);
  });

  test("a caller who disconnects ends the provider's call", async () => {
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

  test("each piece is passed on as it arrives", async () => {
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

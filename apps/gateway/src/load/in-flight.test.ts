import { noKeyLimit } from "@parley/kernel";
import { expect, test } from "vitest";
import type { Credential } from "../credentials/credential.ts";
import { noLimits } from "../credentials/key-limits.ts";
import { everywhere } from "../credentials/rights.ts";
import { InFlight } from "./in-flight.ts";

const keyOf = (apiKeyId: string, workspaceId = `ws_${apiKeyId}`, streams = noKeyLimit): Credential => ({
  level: "apiKey",
  workspaceId,
  apiKeyId,
  tokenId: "t_1",
  advancedQueriesEnabled: true,
  disabled: false,
  rights: everywhere("token", "administrate"),
  limits: { ...noLimits, streams },
});

function entered(inFlight: InFlight, credential: Credential, times: number): number {
  let count = 0;
  for (let attempt = 0; attempt < times; attempt++) {
    try {
      inFlight.enter(credential);
      count++;
    } catch (error) {
      expect(error).toMatchObject({ kind: "resource_exhausted" });
    }
  }
  return count;
}

test("a key gets its share and no more, and others get theirs", () => {
  const inFlight = new InFlight({ most: 100, mostPerKey: 10 });

  expect(entered(inFlight, keyOf("a"), 50)).toBe(10);
  expect(entered(inFlight, keyOf("b"), 5)).toBe(5);
});

test("a place that was given back can be taken again", () => {
  const inFlight = new InFlight({ most: 100, mostPerKey: 1 });
  const giveBack = inFlight.enter(keyOf("a"));
  expect(entered(inFlight, keyOf("a"), 1)).toBe(0);

  giveBack();

  expect(entered(inFlight, keyOf("a"), 2)).toBe(1);
});

test("a workspace with many keys gets half of all places, and the other half stays for others", () => {
  const inFlight = new InFlight({ most: 100, mostPerKey: 10 });

  const taken = Array.from({ length: 40 }, (_, n) => entered(inFlight, keyOf(`key${n}`, "ws_greedy"), 10)).reduce((sum, n) => sum + n, 0);

  expect(taken).toBe(50);
  expect(entered(inFlight, keyOf("other"), 10)).toBe(10);
});

test("never more than there are places", () => {
  const inFlight = new InFlight({ most: 20, mostPerKey: 10 });

  const taken = Array.from({ length: 40 }, (_, n) => entered(inFlight, keyOf(`key${n}`), 1)).reduce((sum, n) => sum + n, 0);

  expect(taken).toBe(20);
});

test("of streams a key has as many as its own limit says, up to what the installation or its operator lets it", () => {
  const streams = new InFlight({ most: 100, mostPerKey: 4, what: "streams", ownLimit: "streams" });
  const requests = new InFlight({ most: 100, mostPerKey: 4 });
  const few = keyOf("few", "ws_few", { own: 2, most: 0 });

  expect(entered(streams, few, 10)).toBe(2);
  expect(() => streams.enter(few)).toThrow("2 streams of few are running already, as many as may.");
  expect(entered(streams, keyOf("other"), 10)).toBe(4);
  expect(entered(streams, keyOf("many", "ws_many", { own: 9, most: 0 }), 10)).toBe(4);
  expect(entered(streams, keyOf("more", "ws_more", { own: 0, most: 6 }), 10)).toBe(6);
  expect(entered(requests, few, 10)).toBe(4);
});

test("a limit that is lowered below what is open ends nothing, and lets nothing in until there is less", () => {
  const streams = new InFlight({ most: 100, mostPerKey: 4, what: "streams", ownLimit: "streams" });
  const open = [1, 2, 3].map(() => streams.enter(keyOf("a")));
  const lowered = keyOf("a", "ws_a", { own: 2, most: 0 });
  expect(entered(streams, lowered, 1)).toBe(0);

  open[0]?.();
  expect(entered(streams, lowered, 1)).toBe(0);
  open[1]?.();

  expect(entered(streams, lowered, 5)).toBe(1);
});

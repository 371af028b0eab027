import { create } from "@bufbuild/protobuf";
import { ApiKeyLimitsSchema } from "@parley/contracts/workspace";
import { expect, test } from "vitest";
import { noLimits, toLimits } from "./key-limits.ts";

test("a gateway enforces its own limits, and passes the limits that are set to the services", () => {
  const sent = create(ApiKeyLimitsSchema, { requestsPerSecond: 5, maxStreams: 20, documents: 3, maxComments: 7, webhookEndpoints: 1 });

  expect(toLimits(sent)).toEqual({
    requestsPerSecond: { own: 5, most: 0 },
    streams: { own: 0, most: 20 },
    rows: { documents: { own: 3, most: 0 }, comments: { own: 0, most: 7 } },
  });
});

test("nothing is passed to the services for a key without row limits", () => {
  expect(toLimits(undefined)).toBe(noLimits);
  expect(toLimits(create(ApiKeyLimitsSchema, { requestsPerSecond: 5 })).rows).toBeUndefined();
});

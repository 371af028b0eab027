import { expect, test } from "vitest";
import { changedLists } from "./changed-lists.ts";

const place = { organization: "acme", documentId: "welcome" };

test.each([
  ["a comment", { featureType: "comment", annotationId: "a" }, [["pk", "threads", "acme", "welcome"]]],
  ["a recording", { featureType: "recorder", annotationId: null }, [["pk", "recordings", "acme", "welcome"]]],
  ["a record of the customer's own", { featureType: "custom", annotationId: null }, []],
  [
    "a removal",
    { featureType: "removal", annotationId: null },
    [
      ["pk", "documents", "acme"],
      ["pk", "threads", "acme"],
      ["pk", "recordings", "acme"],
    ],
  ],
])("after %s the lists that show it are reloaded, and always the activity log", (_, change, keys) => {
  expect(changedLists([change], "pk", place)).toEqual([["pk", "activities", "acme"], ...keys]);
});

import { expect, test } from "vitest";
import { mayConcern } from "./changes-news.ts";

const place = { organizationId: "acme", documentId: "welcome", actionType: "comment.add" };
const filter = { organizationId: "", documentId: "", actionTypes: [] };

test.each([
  ["without filters is concerned", {}, {}, true],
  ["of the document is concerned", { organizationId: "acme", documentId: "welcome" }, {}, true],
  ["of another document is not", { organizationId: "acme", documentId: "roadmap" }, {}, false],
  ["of a document of that name elsewhere is not", { organizationId: "globex", documentId: "welcome" }, {}, false],
  ["of the action is concerned", { actionTypes: ["comment.delete", "comment.add"] }, {}, true],
  ["of other actions is not", { actionTypes: ["comment.delete"] }, {}, false],
  ["of a document is concerned by what is of no document", { organizationId: "acme", documentId: "roadmap" }, { documentId: "" }, true],
  ["of an organization is concerned by what is of none", { organizationId: "globex" }, { organizationId: "", documentId: "" }, true],
])("a reader %s", (_, wanted, told, isConcerned) => {
  const places = [{ ...place, ...told }];

  expect(mayConcern({ places, isAnywhere: false }, { ...filter, ...wanted })).toBe(isConcerned);
  expect(mayConcern({ places, isAnywhere: true }, { ...filter, ...wanted })).toBe(true);
});

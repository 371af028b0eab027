import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { FindUsersRequestSchema } from "@parley/contracts/users";
import { Failure } from "@parley/kernel";
import { expect, test } from "vitest";
import { userFilterOf } from "./find-users.ts";

const filters = {
  documentId: "d",
  folderId: "f",
  userIds: ["u"],
  groupIds: ["g"],
  allDocuments: true,
  groupByDocument: true,
  search: "al",
  withInvolvedDocuments: true,
} satisfies MessageInitShape<typeof FindUsersRequestSchema>;

/** The combinations of filters that a request may have in addition to its organization. */
const supported = [
  [],
  ["documentId"],
  ["allDocuments", "groupByDocument"],
  ["allDocuments"],
  ["folderId", "userIds"],
  ["userIds"],
  ["documentId", "userIds"],
  ["groupIds"],
  ["groupIds", "userIds"],
  ["folderId"],
  ["search"],
  ["search", "allDocuments"],
  ["allDocuments", "userIds"],
].map((names) => names.sort().join());
// Grouped by document, a user has no documents of its own.
const isAlone = (names: readonly string[]) => !names.includes("groupByDocument");

const names = Object.keys(filters) as (keyof typeof filters)[];
const combinations = Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_, index) => bits & (1 << index)));

test.each(combinations.map((combination) => [combination.join(" + ") || "organization only", combination] as const))(
  "%s",
  (_, combination) => {
    const request = create(FindUsersRequestSchema, {
      apiKeyId: "k",
      organizationId: "o",
      ...Object.fromEntries(combination.map((name) => [name, filters[name]])),
    });

    const [involved, others] = [
      combination.includes("withInvolvedDocuments"),
      combination.filter((name) => name !== "withInvolvedDocuments"),
    ];
    if (supported.includes(others.sort().join()) && (!involved || isAlone(combination))) expect(userFilterOf(request)).toBeDefined();
    else expect(() => userFilterOf(request)).toThrow(Failure);
  },
);

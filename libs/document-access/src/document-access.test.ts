import { AccessState } from "@parley/contracts/organization-directory";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DocumentAccess } from "./document-access.ts";

const acme = { apiKeyId: "pk_1", organizationId: "acme" };

/** A directory that knows only the documents of `states`, and a record of the documents requested from it. */
function harness(states: Record<string, AccessState>) {
  const asked: (string | undefined)[][] = [];
  const directory = { states, answers: true };
  const access = new DocumentAccess({
    checkAccess: async ({ subjects = [] }) => {
      asked.push(subjects.map(({ documentId }) => documentId));
      if (!directory.answers) throw new Error("no answer");
      const found = subjects.map(({ documentId = "" }) => directory.states[documentId] ?? AccessState.NOT_FOUND);
      return {
        $typeName: "parley.organization_directory.v1.CheckAccessResponse",
        states: found,
        removedUntilMs: [],
        folderPaths: [],
        times: [],
        accessTypes: [],
        nowMs: 0n,
      };
    },
  });
  return { access, asked, directory };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("an open document and organization pass; disabled and missing ones are refused by name", async () => {
  const { access } = harness({ open: AccessState.OPEN, closed: AccessState.DISABLED });

  await access.requireOpen({ ...acme, documentId: "open" });

  await expect(access.requireOpen({ ...acme, documentId: "closed" })).rejects.toMatchObject({
    kind: "permission_denied",
    reason: "access_disabled",
    message: "Access to the document closed of the organization acme is disabled.",
  });
  await expect(access.requireOpen({ ...acme, documentId: "none" })).rejects.toMatchObject({
    kind: "not_found",
    message: "The document none does not exist in the organization acme.",
  });
  await expect(access.requireOpen({ ...acme, documentId: "" })).rejects.toThrow("The organization acme does not exist.");
});

test("the states of many documents are fetched in one call, without those that are cached", async () => {
  const { access, asked } = harness({ open: AccessState.OPEN, closed: AccessState.DISABLED, later: AccessState.OPEN });
  await access.requireOpen({ ...acme, documentId: "open" });

  const states = await access.statesOf(acme, ["open", "closed", "none", "closed", "later"]);

  expect([...states]).toEqual([
    ["open", "open"],
    ["closed", "disabled"],
    ["none", undefined],
    ["later", "open"],
  ]);
  expect(asked).toEqual([["open"], ["closed", "none", "later"]]);
});

test("what several callers ask for in one turn is fetched with one call for each organization, and at most a thousand documents with each", async () => {
  const { access, asked } = harness({ open: AccessState.OPEN, closed: AccessState.DISABLED });
  const globex = { ...acme, organizationId: "globex" };

  const found = await Promise.all([
    access.statesOf(acme, ["open"]),
    access.statesOf(acme, ["closed", "open"]),
    access.statesOf(globex, ["open"]),
  ]);

  expect(found.map((states) => [...states.values()])).toEqual([["open"], ["disabled", "open"], ["open"]]);
  expect(asked).toEqual([["open", "closed"], ["open"]]);
  asked.length = 0;
  await Promise.all(Array.from({ length: 1_001 }, (_, number) => access.statesOf(acme, [`d${number}`])));
  expect(asked.map(({ length }) => length)).toEqual([1_000, 1]);
});

test("a state is used for 4.5 s or until it is invalidated, and a missing document is looked up each time", async () => {
  const { access, asked, directory } = harness({ roadmap: AccessState.OPEN });
  const state = async () => (await access.statesOf(acme, ["roadmap"])).get("roadmap");
  await state();

  directory.answers = false;
  vi.advanceTimersByTime(4_400);
  expect(await state()).toBe("open");
  vi.advanceTimersByTime(200);
  await expect(state()).rejects.toThrow("no answer");

  directory.answers = true;
  expect(await state()).toBe("open");
  directory.states = {};
  access.invalidate("pk_1");
  expect(await state()).toBeUndefined();
  asked.length = 0;
  await Promise.all([state(), state()]);
  await state();
  expect(asked).toEqual([["roadmap"], ["roadmap"]]);
});

test("the state of a document is not used for one with the same id of another organization or API key", async () => {
  const asked: string[] = [];
  const access = new DocumentAccess({
    checkAccess: async ({ apiKeyId = "", subjects = [] }) => {
      asked.push(...subjects.map(({ organizationId }) => `${apiKeyId} ${organizationId}`));
      const found = subjects.map(({ organizationId }) =>
        apiKeyId === "pk_1" && organizationId === "acme" ? AccessState.OPEN : AccessState.DISABLED,
      );
      return {
        $typeName: "parley.organization_directory.v1.CheckAccessResponse",
        states: found,
        removedUntilMs: [],
        folderPaths: [],
        times: [],
        accessTypes: [],
        nowMs: 0n,
      };
    },
  });
  const stateOf = async (apiKeyId: string, organizationId: string) =>
    (await access.statesOf({ apiKeyId, organizationId }, ["roadmap"])).get("roadmap");

  expect(await stateOf("pk_1", "acme")).toBe("open");
  expect(await stateOf("pk_1", "other")).toBe("disabled");
  expect(await stateOf("pk_2", "acme")).toBe("disabled");
  expect(await stateOf("pk_1", "acme")).toBe("open");
  expect(asked).toEqual(["pk_1 acme", "pk_1 other", "pk_2 acme"]);
});

test("a state that this release does not know is an error and not a refusal", async () => {
  const { access } = harness({ roadmap: 99 as AccessState });

  await expect(access.requireOpen({ ...acme, documentId: "roadmap" })).rejects.toThrow("unknown access state 99");
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService({ PARLEY_WORKSPACE_MAX_DOMAINS: "1000" });
});

afterAll(() => service.process.stop());

test("domains are added once in normalised form, in whatever spellings they are repeated", async () => {
  const { apiKeyId } = await service.workspace();

  const answer = await service.client.addDomains({ apiKeyId, domains: ["https://B.example/x", "a.example", "b.example", "*.a.example"] });

  expect(answer).toMatchObject({ domainsAdded: ["b.example", "a.example", "*.a.example"], skippedDomains: [] });
  expect((await service.client.listDomains({ apiKeyId })).domains).toEqual(["*.a.example", "a.example", "b.example"]);
});

test("existing domains are skipped and the others are added", async () => {
  const { apiKeyId } = await service.workspace();
  await service.client.addDomains({ apiKeyId, domains: ["a.example"] });

  const some = await service.client.addDomains({ apiKeyId, domains: ["http://A.example", "b.example"] });
  const none = await service.client.addDomains({ apiKeyId, domains: ["b.example", "a.example"] });

  expect(some).toMatchObject({ domainsAdded: ["b.example"], skippedDomains: ["a.example"] });
  expect(none).toMatchObject({ domainsAdded: [], skippedDomains: ["b.example", "a.example"] });
});

test("an entry that is not a host is reported, and nothing is added", async () => {
  const { apiKeyId } = await service.workspace();

  const failure = await failureOf(service.client.addDomains({ apiKeyId, domains: ["a.example", "not a host", "http://", "b.example"] }));

  expect(failure.kind).toBe("invalid_argument");
  expect(failure.message).toContain('"not a host"');
  expect(failure.violations.map(({ field }) => field)).toEqual(["domains[1]", "domains[2]"]);
  expect((await service.client.listDomains({ apiKeyId })).domains).toEqual([]);
  expect((await failureOf(service.client.addDomains({ apiKeyId, domains: [] }))).kind).toBe("invalid_argument");
});

test("a thousand long entries that are not hosts are refused with a short response", async () => {
  const { apiKeyId } = await service.workspace();

  const failure = await failureOf(
    service.client.addDomains({ apiKeyId, domains: Array.from({ length: 1_000 }, () => "no host ".repeat(200)) }),
  );

  expect(failure.violations).toHaveLength(100);
  expect(failure.message.length).toBeLessThan(1_000);
});

test("the same domains added twenty times at once are added once, and no caller fails", async () => {
  const { apiKeyId } = await service.workspace();
  const domains = Array.from({ length: 50 }, (_, index) => `d${index}.example`);

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => service.client.addDomains({ apiKeyId, domains: index % 2 ? domains : domains.toReversed() })),
  );

  expect(answers.flatMap(({ domainsAdded }) => domainsAdded).toSorted()).toEqual(domains.toSorted());
});

test("a key never gets more domains than allowed", async () => {
  const { apiKeyId } = await service.workspace();
  const domains = Array.from({ length: 1_000 }, (_, index) => `d${index}.example`);
  await service.client.addDomains({ apiKeyId, domains });

  const failure = await failureOf(service.client.addDomains({ apiKeyId, domains: ["one-more.example"] }));

  expect(failure).toMatchObject({ kind: "failed_precondition", reason: "too_many_domains" });
  expect((await service.client.listDomains({ apiKeyId })).domains).toHaveLength(1_000);
});

test("domains are removed in any spelling, and missing ones are reported", async () => {
  const { apiKeyId } = await service.workspace();
  await service.client.addDomains({ apiKeyId, domains: ["a.example", "b.example"] });

  const answer = await service.client.deleteDomains({ apiKeyId, domains: ["https://A.example.", "c.example", "a.example"] });

  expect(answer).toMatchObject({ domainsDeleted: ["a.example"], unknownDomains: ["c.example"] });
  expect((await service.client.listDomains({ apiKeyId })).domains).toEqual(["b.example"]);
  expect((await failureOf(service.client.deleteDomains({ apiKeyId, domains: ["not a host"] }))).kind).toBe("invalid_argument");
});

test("an unknown API key has no domains and gets none", async () => {
  expect((await service.client.listDomains({ apiKeyId: "pk_test_unknown" })).domains).toEqual([]);
  expect((await failureOf(service.client.addDomains({ apiKeyId: "pk_test_unknown", domains: ["a.example"] }))).kind).toBe("not_found");
});

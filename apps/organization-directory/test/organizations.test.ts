import { organizationOwnId } from "@parley/kernel";
import { expect, test } from "vitest";
import { newKey, outcomes, useDirectory } from "./directory.ts";

const directory = useDirectory();

test("an organization is created, then changed key by key", async () => {
  const apiKeyId = newKey();
  const store = (organizationName: string | undefined, metadata: object) =>
    directory.client.addOrganizations({
      apiKeyId,
      organizations: [
        { organizationId: "acme", ...(organizationName !== undefined && { organizationName }), metadataJson: JSON.stringify(metadata) },
      ],
    });

  const created = await store("Acme", { plan: "team", seats: 5, limits: { a: null, b: [null] } });
  const changed = await store(undefined, { seats: null, region: "eu" });

  expect(created.results).toEqual([
    expect.objectContaining({
      id: "acme",
      success: true,
      message: "The organization was created.",
      ownId: organizationOwnId(apiKeyId, "acme"),
    }),
  ]);
  expect(changed.results[0]?.message).toBe("The organization was updated.");
  const { organizations } = await directory.client.getOrganizations({ apiKeyId });
  expect(organizations).toHaveLength(1);
  expect(organizations[0]).toMatchObject({
    organizationId: "acme",
    organizationName: "Acme",
    disabled: false,
    ownId: organizationOwnId(apiKeyId, "acme"),
  });
  expect(JSON.parse(organizations[0]?.metadataJson ?? "")).toEqual({ plan: "team", limits: { a: null, b: [null] }, region: "eu" });
});

test("organizations are found by the beginning of their name, ignoring case, or by their id, in the order of names, page by page", async () => {
  const apiKeyId = newKey();
  const other = newKey();
  const named = [
    ["o1", "Zebra"],
    ["o2", "acme West"],
    ["o3", "Acme East"],
    ["o4", "ACME"],
    ["acme", "The First"],
    ["o5", ""],
  ] as const;
  const organizations = named.map(([organizationId, organizationName]) => ({ organizationId, organizationName }));
  await directory.client.addOrganizations({ apiKeyId, organizations });
  await directory.client.addOrganizations({ apiKeyId: other, organizations: [{ organizationId: "theirs", organizationName: "Acme" }] });
  const find = async (search: string, pageSize = 0, pageToken = "") => {
    const found = await directory.client.getOrganizations({ apiKeyId, search, pageSize, pageToken });
    return { ids: found.organizations.map(({ organizationId }) => organizationId), next: found.nextPageToken };
  };

  expect((await find("acme")).ids).toEqual(["o4", "o3", "o2", "acme"]);
  expect((await find("ACME e")).ids).toEqual(["o3"]);
  expect((await find("o1")).ids).toEqual(["o1"]);
  expect((await find("zebra")).ids).toEqual(["o1"]);
  expect((await find("nobody")).ids).toEqual([]);
  const first = await find("acme", 3);
  expect([first.ids, (await find("acme", 3, first.next)).ids]).toEqual([["o4", "o3", "o2"], ["acme"]]);
  await expect(directory.client.getOrganizations({ apiKeyId, search: "a", organizationIds: ["o1"] })).rejects.toThrow("cannot be combined");
});

test("the empty name removes the name", async () => {
  const apiKeyId = newKey();
  await directory.client.addOrganizations({ apiKeyId, organizations: [{ organizationId: "acme", organizationName: "Acme" }] });

  await directory.client.updateOrganizations({ apiKeyId, organizations: [{ organizationId: "acme", organizationName: "" }] });

  const { organizations } = await directory.client.getOrganizations({ apiKeyId });
  expect(organizations[0]?.organizationName).toBeUndefined();
});

test("a change of an unknown organization fails only that item and creates nothing", async () => {
  const apiKeyId = newKey();
  await directory.client.addOrganizations({ apiKeyId, organizations: [{ organizationId: "known" }] });

  const response = await directory.client.updateOrganizations({
    apiKeyId,
    organizations: [
      { organizationId: "unknown", organizationName: "U" },
      { organizationId: "known", organizationName: "K" },
    ],
  });

  expect(outcomes(response)).toEqual({ unknown: "not_found", known: "ok" });
  expect(response.results[0]?.ownId).toBe(organizationOwnId(apiKeyId, "unknown"));
  const { organizations } = await directory.client.getOrganizations({ apiKeyId });
  expect(organizations.map(({ organizationId, organizationName }) => [organizationId, organizationName])).toEqual([["known", "K"]]);
});

test("setting the state changes existing organizations and creates missing ones in that state", async () => {
  const apiKeyId = newKey();
  await directory.client.addOrganizations({ apiKeyId, organizations: [{ organizationId: "old", organizationName: "Old" }] });

  const response = await directory.client.setOrganizationsDisabled({ apiKeyId, organizationIds: ["old", "new"], disabled: true });
  const again = await directory.client.setOrganizationsDisabled({ apiKeyId, organizationIds: ["old", "new"], disabled: true });

  expect(response.results.map(({ id, message }) => [id, message])).toEqual([
    ["old", "The organization is disabled."],
    ["new", "The organization was created disabled."],
  ]);
  expect(outcomes(again)).toEqual({ old: "ok", new: "ok" });
  const { organizations } = await directory.client.getOrganizations({ apiKeyId });
  expect(organizations.map(({ organizationId, organizationName, disabled }) => [organizationId, organizationName, disabled])).toEqual([
    ["new", undefined, true],
    ["old", "Old", true],
  ]);
});

test("a change leaves the state unchanged, even when the metadata has a key of its name", async () => {
  const apiKeyId = newKey();
  await directory.client.setOrganizationsDisabled({ apiKeyId, organizationIds: ["acme"], disabled: true });

  await directory.client.updateOrganizations({ apiKeyId, organizations: [{ organizationId: "acme", metadataJson: '{"disabled":false}' }] });

  const { organizations } = await directory.client.getOrganizations({ apiKeyId });
  expect(organizations[0]).toMatchObject({ disabled: true, metadataJson: '{"disabled": false}' });
});

test("an id that is repeated in a batch is handled once, with its last description", async () => {
  const apiKeyId = newKey();

  const response = await directory.client.addOrganizations({
    apiKeyId,
    organizations: [
      { organizationId: "a", organizationName: "first" },
      { organizationId: "b" },
      { organizationId: "a", organizationName: "last" },
    ],
  });

  expect(response.results.map(({ id }) => id)).toEqual(["a", "b"]);
  const { organizations } = await directory.client.getOrganizations({ apiKeyId, organizationIds: ["a", "a"] });
  expect(organizations.map(({ organizationName }) => organizationName)).toEqual(["last"]);
});

test("ids are compared byte for byte and listed in the order of their bytes", async () => {
  const apiKeyId = newKey();
  const ids = ["a", "A", "é", "e\u0301", "Z", "日本", "😀", "-", " "];

  await directory.client.setOrganizationsDisabled({ apiKeyId, organizationIds: ids, disabled: false });

  const { organizations } = await directory.client.getOrganizations({ apiKeyId });
  expect(organizations.map(({ organizationId }) => organizationId)).toEqual(
    ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
});

test("metadata longer than the limit fails only that item and changes nothing", async () => {
  const apiKeyId = newKey();
  const text = (length: number) => JSON.stringify({ text: "x".repeat(length) });
  await directory.client.addOrganizations({ apiKeyId, organizations: [{ organizationId: "full", metadataJson: text(16_000) }] });

  const added = await directory.client.addOrganizations({
    apiKeyId,
    organizations: [
      { organizationId: "large", metadataJson: text(17_000) },
      { organizationId: "small", metadataJson: text(10) },
    ],
  });
  const grown = await directory.client.updateOrganizations({
    apiKeyId,
    organizations: [{ organizationId: "full", organizationName: "Full", metadataJson: JSON.stringify({ more: "x".repeat(500) }) }],
  });
  const renamed = await directory.client.updateOrganizations({
    apiKeyId,
    organizations: [{ organizationId: "full", organizationName: "Renamed" }],
  });

  expect(outcomes(added)).toEqual({ large: "invalid", small: "ok" });
  expect(outcomes(grown)).toEqual({ full: "invalid" });
  expect(outcomes(renamed)).toEqual({ full: "ok" });
  const { organizations } = await directory.client.getOrganizations({ apiKeyId });
  expect(organizations.map(({ organizationId, organizationName }) => [organizationId, organizationName])).toEqual([
    ["full", "Renamed"],
    ["small", undefined],
  ]);
});

test("metadata keys with a meaning in JavaScript are kept like any other", async () => {
  const apiKeyId = newKey();
  const metadataJson = '{"__proto__":{"x":1},"constructor":"c","toString":null,"":"empty key"}';

  await directory.client.addOrganizations({ apiKeyId, organizations: [{ organizationId: "__proto__", metadataJson }] });

  const { organizations } = await directory.client.getOrganizations({ apiKeyId, organizationIds: ["__proto__"] });
  expect(JSON.parse(organizations[0]?.metadataJson ?? "")).toEqual(JSON.parse('{"__proto__":{"x":1},"constructor":"c","":"empty key"}'));
});

test("times are milliseconds: the creation time stays, the change time advances", async () => {
  const apiKeyId = newKey();
  const before = Date.now();
  await directory.client.addOrganizations({ apiKeyId, organizations: [{ organizationId: "acme" }] });
  const created = (await directory.client.getOrganizations({ apiKeyId })).organizations[0];

  await directory.client.updateOrganizations({ apiKeyId, organizations: [{ organizationId: "acme", organizationName: "A" }] });

  const changed = (await directory.client.getOrganizations({ apiKeyId })).organizations[0];
  expect(created?.updatedAtMs).toBe(created?.createdAtMs);
  expect(Number(created?.createdAtMs)).toBeGreaterThanOrEqual(before - 1_000);
  expect(changed?.createdAtMs).toBe(created?.createdAtMs);
  expect(Number(changed?.updatedAtMs)).toBeGreaterThanOrEqual(Number(created?.updatedAtMs));
});

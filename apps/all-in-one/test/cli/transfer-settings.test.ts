import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { type Ended, Shell } from "./command.ts";

const linkTemplate = "https://evil.example/{organizationId}/{documentId}";

let parley: Parley;
let shell: Shell;
let file: string;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  shell = await Shell.open({ PARLEY_BASE_URL: parley.url });
  const theirs = await createWorkspace(parley.url, parley.adminToken);
  await theirs.customer.data("/v2/workspace/domains/add", { domains: ["evil.example"] });
  await theirs.customer.data("/v2/workspace/apikeyconfig/update", { linkTemplate, retention: { activitiesDays: 1 } });
  await theirs.customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  file = join(shell.folder, "theirs.ndjson");
  await as(theirs, "export", file);
});

afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
  await parley?.stop();
});

test("an import leaves the API key's options and domains alone, and shows each that the file would change", async () => {
  const target = await createWorkspace(parley.url, parley.adminToken);
  const before = await settingsOf(target);

  const { code, err } = await as(target, "import", file);

  expect(code, err).toBe(0);
  expect(await settingsOf(target)).toEqual(before);
  expect(err).toContain("were not applied; --settings applies them:");
  expect(err).toContain("  domain evil.example: false → true");
  expect(err).toContain(`  linkTemplate: null → "${linkTemplate}"`);
  expect(err).toContain("  retention.activitiesDays: null → 1");
  expect(err).not.toContain("searchEnabled");
  expect(await target.customer.data("/v2/organizations/get", {})).toMatchObject([{ organizationId: "acme" }]);
}, 60_000);

test("an import with --settings applies the options and domains of the file, and shows them", async () => {
  const target = await createWorkspace(parley.url, parley.adminToken);

  const { code, err } = await as(target, "import", file, "--settings");

  expect(code, err).toBe(0);
  expect(await settingsOf(target)).toMatchObject({ linkTemplate, retention: { activitiesDays: 1 }, domains: ["evil.example"] });
  expect(err).toContain("Settings of the file that were applied:");
  expect(err).toContain("  retention.activitiesDays: null → 1");
}, 60_000);

test("a dry run shows every setting of the file with the old and the new value, as text and as JSON, and applies none", async () => {
  const target = await createWorkspace(parley.url, parley.adminToken);
  await target.customer.data("/v2/workspace/apikeyconfig/update", { retention: { activitiesDays: 30 } });
  const before = await settingsOf(target);

  const said = await as(target, "import", file, "--dry-run", "--settings");
  const { settings } = JSON.parse((await as(target, "import", file, "--dry-run", "--json")).out);

  expect(said.out).toContain("  retention.activitiesDays: 30 → 1");
  expect(settings).toContainEqual({ setting: "retention.activitiesDays", old: 30, new: 1 });
  expect(settings).toContainEqual({ setting: "searchEnabled", old: false, new: false });
  expect(settings).toContainEqual({ setting: "domain evil.example", old: false, new: true });
  expect(await settingsOf(target)).toEqual(before);
}, 60_000);

test("a setting's text from the file is shown without control characters", async () => {
  const target = await createWorkspace(parley.url, parley.adminToken);
  const forged = join(shell.folder, "forged.ndjson");
  await writeFile(forged, (await readFile(file, "utf8")).replaceAll("evil.example", "\\u009bevil\\u202e.example"));

  const { out } = await as(target, "import", forged, "--dry-run");

  expect(out).toContain("evil\\u202e.example");
  expect(out).not.toMatch(/[\u0080-\u009f\u202e]/);
}, 60_000);

async function settingsOf({ customer }: Workspace): Promise<object> {
  const { allowedDomains } = await customer.data("/v2/workspace/domains/get", {});
  return { ...(await customer.data("/v2/workspace/apikeyconfig/get", {})), domains: allowedDomains };
}

function as({ apiKey, authToken }: Workspace, ...words: readonly string[]): Promise<Ended> {
  return shell.run(...words, "--api-key", apiKey, "--auth-token", authToken);
}

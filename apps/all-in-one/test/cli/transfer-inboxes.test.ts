import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { type Ended, Shell } from "./command.ts";

let parley: Parley;
let shell: Shell;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  shell = await Shell.open({ PARLEY_BASE_URL: parley.url });
});

afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
  await parley?.stop();
});

test("an import creates no inbox entries, and later comments notify according to the export", async () => {
  const from = await createWorkspace(parley.url, parley.adminToken);
  const target = await createWorkspace(parley.url, parley.adminToken);
  const file = join(shell.folder, "quiet.ndjson");
  await from.customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "ben" }], createOrganization: true });
  await from.customer.data("/v2/workspace/apikeyconfig/update", { notifyOfComments: false });
  await from.customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "welcome" }] });
  await mention(from, "Old");
  await from.customer.data("/v2/workspace/apikeyconfig/update", { notifyOfComments: true });
  await as(from, "export", file);

  const imported = await as(target, "import", file, "--settings");

  expect(imported, imported.err).toMatchObject({ code: 0 });
  // The option takes effect everywhere within seconds.
  const told = await until(async () => {
    await mention(target, "New");
    const entries = await target.customer.data("/v2/notifications/get", { organizationId: "acme", userId: "ben" });
    return entries.length > 0 && entries.map(({ displayBodyMessage }: { displayBodyMessage: string }) => displayBodyMessage);
  }, 20_000);
  expect([...new Set(told)]).toEqual(["New"]);
}, 60_000);

test("an import that does not mention the option keeps the API key's value", async () => {
  const target = await createWorkspace(parley.url, parley.adminToken);
  const file = join(shell.folder, "older.ndjson");
  await as(await createWorkspace(parley.url, parley.adminToken), "export", file);
  await writeFile(file, (await readFile(file, "utf8")).replace(/,?"notifyOfComments":(true|false)/, ""));

  const imported = await as(target, "import", file);

  expect(imported, imported.err).toMatchObject({ code: 0 });
  expect(await target.customer.data("/v2/workspace/apikeyconfig/get", {})).toMatchObject({ notifyOfComments: true });
}, 60_000);

async function mention({ customer }: Workspace, commentText: string): Promise<void> {
  const ben = { userId: "ben" };
  const comment = { commentText, from: { userId: "ann" }, taggedUserContacts: [{ userId: "ben", contact: ben }] };
  const commentAnnotations = [{ commentData: [comment] }];
  await customer.data("/v2/commentannotations/add", { organizationId: "acme", documentId: "welcome", commentAnnotations });
}

function as({ apiKey, authToken }: Workspace, ...words: readonly string[]): Promise<Ended> {
  return shell.run(...words, "--api-key", apiKey, "--auth-token", authToken);
}

import type { Client } from "@connectrpc/connect";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { randomText } from "@parley/kernel";
import { querySql, startProcess, type TestProcess } from "@parley/testing";
import { afterAll, beforeAll } from "vitest";
import { organizationDirectoryModule } from "../src/module.ts";

export type DirectoryClient = Client<typeof OrganizationDirectoryService>;

/** The service for the tests of one file, with its own database. */
export function useDirectory(overrides: Readonly<Record<string, string>> = {}) {
  let running: TestProcess | undefined;
  let client: DirectoryClient | undefined;
  beforeAll(async () => {
    running = await startProcess([organizationDirectoryModule], overrides);
    client = running.client(OrganizationDirectoryService);
  });
  afterAll(() => running?.stop());
  const started = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error("The service has not been started.");
    return value;
  };
  return {
    get client() {
      return started(client);
    },
    get databaseUrl() {
      return started(running).databaseUrl;
    },
    sql: <Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) =>
      querySql<Row>(started(running).databaseUrl, text, values),
  };
}

/** An API key that no other test uses. */
export const newKey = (): string => `pk_test_${randomText(22)}`;

/** The outcome of each item: `ok` or the code of its failure. */
export function outcomes(response: {
  readonly results: readonly { id: string; success: boolean; code: string }[];
}): Record<string, string> {
  return Object.fromEntries(response.results.map(({ id, success, code }) => [id, success ? "ok" : code]));
}

/** The kind and reason of a call's failure. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ kind: string | undefined; reason: string | undefined; message: string }> {
  try {
    await call;
  } catch (error) {
    const { failure, message } = error as { failure?: { kind: string; reason: string; message: string }; message: string };
    return { kind: failure?.kind, reason: failure?.reason, message: failure?.message ?? message };
  }
  throw new Error("The call did not fail.");
}

/** An organization with a tree: `top` holds `middle`, which holds `leaf`; `beside` stands alone. Documents are named after their folder. */
export async function plantTree(client: DirectoryClient, apiKeyId = newKey(), organizationId = "acme") {
  const at = { apiKeyId, organizationId };
  await client.addOrganizations({ apiKeyId, organizations: [{ organizationId }] });
  await client.addFolders({
    ...at,
    folders: [
      { folderId: "top" },
      { folderId: "middle", parentFolderId: "top" },
      { folderId: "leaf", parentFolderId: "middle" },
      { folderId: "beside" },
    ],
  });
  await client.addDocuments({
    ...at,
    documents: [
      ...["top", "middle", "leaf", "beside"].map((folderId) => ({ documentId: `in-${folderId}`, folderId })),
      { documentId: "in-none" },
    ],
  });
  return at;
}

import type { Client } from "@connectrpc/connect";
import { type FindUsersRequest, UsersService } from "@parley/contracts/users";
import { newId } from "@parley/kernel";
import { startProcess, type TestProcess } from "@parley/testing";
import { usersModule } from "../src/module.ts";
import { FakeServices } from "./fake-services.ts";

export interface Users {
  readonly client: Client<typeof UsersService>;
  readonly databaseUrl: string;
  readonly fakes: FakeServices;
  /** An API key of its own, with an organization `acme`, its document `plan` and its folder `notes`. */
  newKey(): Promise<Key>;
  stop(): Promise<void>;
}

/** An API key as tests use it: every request names it and the organization `acme`, unless it says otherwise. */
export interface Key {
  readonly apiKeyId: string;
  readonly acme: { readonly apiKeyId: string; readonly organizationId: string };
}

/** The users service as a process, with doubles of the services that it calls. */
export async function startUsers(overrides: Readonly<Record<string, string>> = {}): Promise<Users> {
  const fakes = new FakeServices();
  const started: TestProcess = await startProcess([...fakes.modules, usersModule], overrides);
  const client = started.client(UsersService);
  return {
    client,
    databaseUrl: started.databaseUrl,
    fakes,
    stop: started.stop,
    async newKey() {
      const apiKeyId = newId("pk_test");
      const acme = { apiKeyId, organizationId: "acme" };
      const flags = { createOrganization: true, createDocument: true, createFolder: true };
      const users = [{ userId: "seed" }];
      const places = [{}, { documentId: "plan" }, { folderId: "notes" }];
      for (const place of places) {
        await client.addUsers({ ...acme, ...place, users, ...flags });
        await client.deleteUsers({ ...acme, ...place, userIds: ["seed"] });
      }
      return { apiKeyId, acme };
    },
  };
}

type FindRequest = { apiKeyId: string; organizationId: string } & Partial<Omit<FindUsersRequest, "$typeName" | "$unknown" | "pageToken">>;

/** The ids of all users that a query finds, page by page. */
export async function findIds(client: Users["client"], request: FindRequest): Promise<string[]> {
  const ids: string[] = [];
  for (let pageToken = ""; ; ) {
    const { users, nextPageToken } = await client.findUsers({ ...request, pageToken });
    ids.push(...users.map(({ userId }) => userId));
    if (nextPageToken === "") return ids;
    pageToken = nextPageToken;
  }
}

/** Which of a batch's items succeeded, and with which code the others failed. */
export function codesOf(results: readonly { id: string; success: boolean; code: string }[]): Record<string, string> {
  return Object.fromEntries(results.map(({ id, success, code }) => [id, success ? "ok" : code]));
}

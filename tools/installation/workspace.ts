import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Caller } from "./caller.ts";

/** A customer of an installation. */
export interface Workspace {
  readonly apiKey: string;
  /** With the API key's credentials. */
  readonly customer: Caller;
  /** With the workspace's credentials. */
  readonly owner: Caller;
}

interface Credentials {
  readonly workspaceId: string;
  readonly workspaceAuthToken: string;
  readonly apiKey: string;
  readonly authToken: string;
}

/** Creates a workspace without data. */
export async function newWorkspace(url: string, adminToken: string): Promise<Workspace> {
  const admin = new Caller(url, { "x-svc-admin-token": adminToken });
  const created = await admin.ask("/v2/workspace/create", { workspaceName: "Proof", ownerEmail: "proof@acme.example" });
  await admin.close();
  const [apiKey = ""] = Object.keys(created.apiKeyList);
  const { id: workspaceId, authToken: workspaceAuthToken, apiKeyAuthToken: authToken } = created;
  return workspaceWith(url, { workspaceId, workspaceAuthToken, apiKey, authToken });
}

/** The workspace that the first start of an all-in-one creates. */
export async function demoWorkspace(url: string, dataDir: string): Promise<Workspace> {
  return workspaceWith(url, JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as Credentials);
}

function workspaceWith(url: string, { workspaceId, workspaceAuthToken, apiKey, authToken }: Credentials): Workspace {
  return {
    apiKey,
    customer: new Caller(url, { "x-svc-api-key": apiKey, "x-svc-auth-token": authToken }),
    owner: new Caller(url, { "x-svc-workspace-id": workspaceId, "x-svc-auth-token": workspaceAuthToken }),
  };
}

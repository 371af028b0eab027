import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import {
  AuditService,
  type AuthenticateResponse,
  ConfigsService,
  type CreateApiKeyRequestSchema,
  CredentialLevel,
  CredentialsService,
  IdempotencyService,
  SecretsService,
  UsageService,
  WorkspaceService,
} from "@parley/contracts/workspace";
import { Database } from "@parley/database";
import type { Failure } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import { startProcess, type TestProcess } from "@parley/testing";
import { workspaceModule } from "../src/module.ts";

export interface Workspace {
  readonly workspaceId: string;
  readonly authToken: string;
  /** The first API key of the workspace, and a token of the key. */
  readonly apiKeyId: string;
  readonly apiKeyAuthToken: string;
}

type WorkspaceClient = Client<typeof WorkspaceService> &
  Client<typeof CredentialsService> &
  Client<typeof ConfigsService> &
  Client<typeof SecretsService> &
  Client<typeof AuditService> &
  Client<typeof UsageService> &
  Client<typeof IdempotencyService>;

export interface Harness {
  readonly process: TestProcess;
  /** The RPCs of all its services. */
  readonly client: WorkspaceClient;
  /** Makes its own workspace. */
  workspace(): Promise<Workspace>;
  /** Creates a further API key; returns its id. */
  apiKey(
    workspaceId: string,
    options?: Omit<MessageInitShape<typeof CreateApiKeyRequestSchema>, "workspaceId" | "$typeName">,
  ): Promise<string>;
  /** Authenticates with the credentials of an API key. */
  asApiKey(principalId: string, authToken: string): Promise<AuthenticateResponse>;
  /** Authenticates with the credentials of a workspace. */
  asWorkspace(principalId: string, authToken: string): Promise<AuthenticateResponse>;
}

/** One client of all services of the module, which have no two RPCs of the same name. */
function clientOf({ client }: Pick<TestProcess, "client">): WorkspaceClient {
  return {
    ...client(WorkspaceService),
    ...client(CredentialsService),
    ...client(ConfigsService),
    ...client(SecretsService),
    ...client(AuditService),
    ...client(UsageService),
    ...client(IdempotencyService),
  };
}

/** The workspace service in this process, with its own database. */
export async function startWorkspaceService(overrides: Readonly<Record<string, string>> = {}): Promise<Harness> {
  const process = await startProcess([workspaceModule], overrides);
  const client = clientOf(process);
  return {
    process,
    client,
    asApiKey: (principalId, authToken) => client.authenticate({ level: CredentialLevel.API_KEY, principalId, authToken }),
    asWorkspace: (principalId, authToken) => client.authenticate({ level: CredentialLevel.WORKSPACE, principalId, authToken }),
    async workspace() {
      const { workspace, authToken, apiKey, apiKeyAuthToken } = await client.createWorkspace({ ownerEmail: "owner@example.com" });
      return { workspaceId: workspace?.workspaceId ?? "", authToken, apiKeyId: apiKey?.apiKeyId ?? "", apiKeyAuthToken };
    },
    async apiKey(workspaceId, options = {}) {
      return (await client.createApiKey({ ownerEmail: "owner@example.com", ...options, workspaceId })).apiKeyId;
    },
  };
}

/** The service's database, for calls of its statements. */
export function databaseOf({ process }: Harness): Database {
  return new Database({
    url: process.databaseUrl,
    schema: "workspace",
    role: undefined,
    maxConnections: 1,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 5_000,
    onConnectionError: () => undefined,
  });
}

/** The failure of a call; the test fails when the call succeeds. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  try {
    await call;
  } catch (error) {
    if (error instanceof RemoteFailure && error.failure !== undefined) return error.failure;
    throw error;
  }
  throw new Error("The call succeeded.");
}

/** The error of a call that is expected to meet a bug or broken data: not a failure that a caller may see. */
export async function bugOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof RemoteFailure && error.failure === undefined) return error.message;
    throw error;
  }
  throw new Error("The call succeeded.");
}

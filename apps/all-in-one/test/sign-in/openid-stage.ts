import { freePort } from "@parley/testing";
import { Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { type OpenIdProvider, startOpenIdProvider } from "./openid-provider.ts";

/** An installation where people sign in at a provider, with two workspaces. */
export interface OpenIdStage {
  readonly provider: OpenIdProvider;
  readonly parley: Parley;
  readonly publicUrl: string;
  /** Grants `support` the role `act`, and `admins` the role `administrate`. */
  readonly workspace: Workspace;
  /** Grants `admins` the role `read`. */
  readonly other: Workspace;
  stop(): Promise<void>;
}

export async function startOpenIdStage(): Promise<OpenIdStage> {
  const provider = await startOpenIdProvider();
  // Grants name workspaces, so that these must exist first.
  const before = await startParley("all-in-one");
  const workspace = await createWorkspace(before.url, before.adminToken);
  const other = await createWorkspace(before.url, before.adminToken);
  await before.stop();
  const port = String(await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  const parley = await startParley("all-in-one", {
    PARLEY_DATABASE_URL: before.databaseUrl,
    PARLEY_GATEWAY_PORT: port,
    PARLEY_PUBLIC_URL: publicUrl,
    PARLEY_OIDC_ISSUER: provider.issuer,
    PARLEY_OIDC_CLIENT_ID: provider.clientId,
    PARLEY_OIDC_CLIENT_SECRET: provider.clientSecret,
    PARLEY_OIDC_NAME: "Acme",
    PARLEY_OIDC_SIGN_OUT: "true",
    PARLEY_OIDC_GRANTS: `support=${workspace.workspaceId}:act,admins=${workspace.workspaceId}:administrate,admins=${other.workspaceId}:read,lost=ws_lost:read`,
  });
  return {
    provider,
    parley,
    publicUrl,
    workspace: at(parley.url, workspace),
    other,
    stop: async () => {
      await parley.stop();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** The workspace at the running gateway. */
function at(url: string, { customer, owner, ...rest }: Workspace): Workspace {
  return { ...rest, customer: new Customer(url, customer.credentials), owner: new Customer(url, owner.credentials) };
}

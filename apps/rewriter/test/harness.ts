import type { Client } from "@connectrpc/connect";
import { RewriterService } from "@parley/contracts/rewriter";
import { newId, randomText } from "@parley/kernel";
import { withConstants } from "@parley/runtime";
import { startProcess, type TestProcess } from "@parley/testing";
import { rewriterModule } from "../src/module.ts";
import type { ProviderName } from "../src/providers/model-route.ts";
import { type Budgets, type Keys, keyName, keySource, providerNames } from "./key-source.ts";
import { ProviderServer } from "./providers/provider-server.ts";

/** A workspace with a key for each provider, and one API key. */
export interface Workspace {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  keyOf(provider: ProviderName): string | undefined;
  setKey(provider: ProviderName, key: string | undefined): void;
  /** To be called before the workspace's first call, because the budget is fetched together with a key. */
  setBudget(dailyTokens: number): void;
}

export interface Harness extends AsyncDisposable {
  readonly process: TestProcess;
  readonly client: Client<typeof RewriterService>;
  readonly providers: ProviderServer;
  workspace(): Workspace;
  stop(): Promise<void>;
}

interface Surroundings {
  readonly keysFail?: boolean;
  /** Providers that have started already; the rewriter's end stops them too. */
  readonly providers?: ProviderServer;
}

/** The rewriter in this process, with its own database, simulated providers and a simulated source of keys. */
export async function startRewriter(
  overrides: Readonly<Record<string, string>> = {},
  { keysFail = false, providers: given }: Surroundings = {},
): Promise<Harness> {
  const providers = given ?? (await ProviderServer.start());
  const keys: Keys = new Map();
  const budgets: Budgets = new Map();
  const process = await startProcess([keySource(keys, keysFail, budgets), rewriterModule], {
    ...providers.settings,
    ...withConstants({ retryDelayMs: 5 }),
    ...overrides,
  });
  const stop = async () => {
    await process.stop();
    await providers.stop();
  };
  return {
    process,
    client: process.client(RewriterService),
    providers,
    workspace: () => makeWorkspace(keys, budgets),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function makeWorkspace(keys: Keys, budgets: Budgets): Workspace {
  const workspaceId = newId("ws");
  const setKey: Workspace["setKey"] = (provider, key) => {
    if (key === undefined) keys.delete(keyName(provider, workspaceId));
    else keys.set(keyName(provider, workspaceId), key);
  };
  for (const provider of providerNames) setKey(provider, `MARKED-${provider}-${randomText(24)}`);
  return {
    workspaceId,
    apiKeyId: newId("pk_test"),
    setKey,
    setBudget: (tokens) => budgets.set(workspaceId, tokens),
    keyOf: (provider) => keys.get(keyName(provider, workspaceId)),
  };
}

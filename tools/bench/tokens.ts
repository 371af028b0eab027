import type { Client } from "@connectrpc/connect";
import { CredentialLevel, CredentialsService, WorkspaceService } from "@parley/contracts/workspace";
import { everywhere, type Needs, type Rights, requireOrganizations, requireRights } from "@parley/gateway/rights";
import { createRpcClient } from "@parley/rpc";
import pg from "pg";
import { startInstallation } from "../installation/installation.ts";
import { median, type Outcome, quantile } from "./figures.ts";

const rounds = 31;
const checksOfRound = 200_000;
const tokens = 10_000;
const questions = 4_000;
const warmQuestions = 1_000;

/**
 * The cost of checking a token's rights per request, for a token without restrictions and for one restricted to resources and
 * organizations; and the time in which the workspace service finds a token of an API key with 10,000 of them, compared with a key with a
 * single one.
 */
export async function benchTokens(): Promise<Outcome> {
  const many = new Set(Array.from({ length: 100 }, (_, index) => `organization-${index}`));
  const bound: Rights = { bearer: "token", role: "act", resources: new Set(["threads", "comments", "users"]), organizationIds: many };
  const needs: Needs = { role: "act", resource: "comments", organizations: "organizationId" };
  const data = { organizationId: "organization-57", documentId: "document", annotationId: "annotation" };
  tellCheck("a token without restrictions", needs, everywhere("token", "administrate"), data);
  tellCheck("a token restricted to 3 resources and 100 organizations", needs, bound, data);

  await using installation = await startInstallation({ shape: ["workspace"], durable: true });
  const transport = installation.transport("workspace");
  const workspace = createRpcClient(WorkspaceService, transport);
  const client = createRpcClient(CredentialsService, transport);
  const few = await newKey(workspace);
  const full = await newKey(workspace);
  await plant(installation.databaseUrl, full.apiKeyId);
  for (let count = 0; count < warmQuestions; count++) await Promise.all([ask(client, few), ask(client, full)]);
  const [ofFew, ofFull]: [number[], number[]] = [[], []];
  // Measured in turns, so that other load on the machine affects both.
  for (let count = 0; count < questions; count++) {
    ofFew.push(await ask(client, few));
    ofFull.push(await ask(client, full));
  }
  tell("a token of a key with 1", ofFew);
  tell(`a token of a key with ${(tokens + 1).toLocaleString("en")}`, ofFull);
  return {};
}

function tellCheck(what: string, needs: Needs, rights: Rights, data: Record<string, unknown>): void {
  const times = Array.from({ length: rounds }, () => {
    const beganAtMs = performance.now();
    for (let count = 0; count < checksOfRound; count++) {
      requireRights(needs, rights);
      requireOrganizations(needs, rights, data);
    }
    return ((performance.now() - beganAtMs) * 1_000) / checksOfRound;
  });
  console.log(`${what}: ${median(times).toFixed(3)} µs a request, at most ${Math.max(...times).toFixed(3)} of ${rounds} rounds`);
}

interface Key {
  readonly apiKeyId: string;
  readonly token: string;
}

async function newKey(client: Client<typeof WorkspaceService>): Promise<Key> {
  const { apiKey, apiKeyAuthToken } = await client.createWorkspace({ ownerEmail: "bench@example.com" });
  return { apiKeyId: apiKey?.apiKeyId ?? "", token: apiKeyAuthToken };
}

async function plant(databaseUrl: string, apiKeyId: string): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await database.query(
      `insert into workspace.api_key_tokens (api_key_id, token_id, token_hash, sealed_token, token_name)
       select $1, left(encode(sha256(n::text::bytea), 'hex'), 16), sha256(n::text::bytea), '', '' from generate_series(1, ${tokens}) n`,
      [apiKeyId],
    );
    await database.query("analyze workspace.api_key_tokens");
  } finally {
    await database.end();
  }
}

/** Milliseconds until an answer that is in no cache. */
async function ask(client: Client<typeof CredentialsService>, { apiKeyId, token }: Key): Promise<number> {
  const beganAtMs = performance.now();
  await client.authenticate({ level: CredentialLevel.API_KEY, principalId: apiKeyId, authToken: token });
  return performance.now() - beganAtMs;
}

function tell(what: string, ms: readonly number[]): void {
  console.log(`${what}: found in ${quantile(ms, 0.5).toFixed(2)} ms at p50, ${quantile(ms, 0.99).toFixed(2)} ms at p99`);
}

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { allInOne, post, type Started } from "../bench/parley-targets.ts";
import { adminToken } from "../bench/start-services.ts";
import { bundle } from "../build/bundle.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { type Credentials, RotationLoad } from "./rotation-load.ts";
import { SignedReceiver } from "./signed-receiver.ts";

// `npm run promise:rotation [-- --no-build]`: rotates the secret that signs webhooks, the tokens of a workspace and of an API key, the master key and the data keys, four
// times each, while a customer asks 100 times a second. Ends with 1 when a request fails, or a webhook is not signed by a secret that its receiver knows.
const { values } = parseArgs({ options: { "no-build": { type: "boolean", default: false } } });
const rotations = 4;
const pauseMs = 1_500;
const newKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [k1, k2] = [newKey("k1"), newKey("k2")];

if (!values["no-build"]) await Promise.all(["all-in-one", "workspace"].map(bundle));
const folder = await mkdtemp(join(tmpdir(), "parley-rotation-"));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: false });
const receiver = await SignedReceiver.start();
let parley: Started | undefined;
try {
  const databaseUrl = await postgres.createDatabase("parley");
  const settings = { PARLEY_MASTER_KEYS: `${k1},${k2}`, PARLEY_WEBHOOK_ALLOW_HTTP: "true", PARLEY_EGRESS_ALLOW: "127.0.0.0/8" };
  parley = await allInOne(databaseUrl, join(folder, "data"), settings);
  process.exitCode = (await rotateAll(parley.url, databaseUrl)) ? 0 : 1;
} finally {
  await parley?.stop();
  await receiver.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function rotateAll(url: string, databaseUrl: string): Promise<boolean> {
  const credentials = await arrange(url);
  const load = new RotationLoad(url, credentials);
  for (let n = 0; n < rotations; n++) {
    const { secret } = await post(url, "/v2/workspace/webhooksecret/rotate", load.customer, {});
    receiver.learn(secret);
    await delay(pauseMs);
    await newTokens(url, load);
    // The newest is in front: data keys go from the one to the other while the process knows both.
    await command("rewrap", databaseUrl, n % 2 === 0 ? `${k2},${k1}` : `${k1},${k2}`);
    await command("rotate-data-keys", databaseUrl, `${k1},${k2}`);
    await delay(pauseMs);
  }
  const { requests, failed, events } = await load.end();
  await receiver.until(2 * events);
  const { deliveries, unverified } = receiver;
  for (const problem of [...failed, ...unverified].slice(0, 10)) console.error(`  ${problem}`);
  console.log(
    `${rotations} rotations of each: ${failed.length} of ${requests} requests failed; ${unverified.length} of ${deliveries} deliveries of ${events} events not verified.`,
  );
  return failed.length === 0 && unverified.length === 0;
}

async function arrange(url: string): Promise<Credentials> {
  const workspace = { workspaceName: "Rotation", ownerEmail: "rotation@example.com" };
  const { id, authToken, apiKeyList, apiKeyAuthToken } = await post(
    url,
    "/v2/workspace/create",
    { "x-svc-admin-token": adminToken },
    workspace,
  );
  const [apiKey = ""] = Object.keys(apiKeyList);
  const customer = { "x-svc-api-key": apiKey, "x-svc-auth-token": apiKeyAuthToken };
  const { secret } = await post(url, "/v2/workspace/webhooksecret/get", customer, {});
  receiver.learn(secret);
  const webhookServiceConfig = { rawNotificationUrl: receiver.url("/unchanged"), processedNotificationUrl: receiver.url("/changing") };
  await post(url, "/v2/workspace/webhookconfig/update", customer, { useWebhookService: true, webhookServiceConfig });
  await post(url, "/v2/organizations/add", customer, { organizations: [{ organizationId: "acme" }] });
  await post(url, "/v2/organizations/documents/add", customer, { organizationId: "acme", documents: [{ documentId: "welcome" }] });
  return { apiKey, customer, owner: { "x-svc-workspace-id": id, "x-svc-auth-token": authToken } };
}

/** As it is done: a new one, everybody uses it, and only then the old one is revoked. */
async function newTokens(url: string, load: RotationLoad): Promise<void> {
  const { apiKey, customer, owner } = load;
  const ofKey = await post(url, "/v2/workspace/authtokens/create", owner, { apiKey, name: "next" });
  const ofWorkspace = await post(url, "/v2/workspace/tokens/create", owner, { name: "next" });
  await load.use({
    customer: { ...customer, "x-svc-auth-token": ofKey.token },
    owner: { ...owner, "x-svc-auth-token": ofWorkspace.token },
  });
  await post(url, "/v2/workspace/authtokens/revoke", load.owner, { apiKey, token: customer["x-svc-auth-token"] });
  await post(url, "/v2/workspace/tokens/revoke", load.owner, { token: owner["x-svc-auth-token"] });
}

async function command(name: "rewrap" | "rotate-data-keys", databaseUrl: string, masterKeys: string): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(workspaceRoot, "apps/workspace/dist/main.js"), name], {
    env: {
      PATH: process.env.PATH,
      PARLEY_DATABASE_URL: databaseUrl,
      PARLEY_MASTER_KEYS: masterKeys,
      PARLEY_SERVICE_TOKENS: "unused-token",
    },
  });
  console.log(`  ${stdout.trim()}`);
}

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { bundle } from "../build/bundle.ts";
import { Caller } from "../installation/caller.ts";
import { mainOf, startInstallation } from "../installation/installation.ts";
import type { Workspace } from "../installation/workspace.ts";
import { RotationLoad } from "./rotation-load.ts";
import { SignedReceiver } from "./signed-receiver.ts";

// `npm run promise:rotation [-- --no-build]`: rotates the webhook secret, the tokens of a workspace and of an API key, the master key and
// the data keys, four times each, under 100 requests per second. Exits with 1 when a request fails, or when a webhook is not signed with a
// secret known to its receiver.
const { values } = parseArgs({ options: { "no-build": { type: "boolean", default: false } } });
const rotations = 4;
const pauseMs = 1_500;
const newKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [k1, k2] = [newKey("k1"), newKey("k2")];

if (!values["no-build"]) await bundle("workspace");
await using receiver = await SignedReceiver.start();
await using installation = await startInstallation({
  shape: "all-in-one",
  environment: { PARLEY_MASTER_KEYS: `${k1},${k2}`, PARLEY_WEBHOOK_ALLOW_HTTP: "true", PARLEY_EGRESS_ALLOW: "127.0.0.0/8" },
  builds: !values["no-build"],
});
process.exitCode = (await rotateAll()) ? 0 : 1;

async function rotateAll(): Promise<boolean> {
  const load = new RotationLoad(await arrange());
  for (let n = 0; n < rotations; n++) {
    const { secret } = await load.workspace.customer.ask("/v2/workspace/webhooksecret/rotate", {});
    receiver.learn(secret);
    await delay(pauseMs);
    await newTokens(load);
    // The newest key is first: data keys move from one to the other while the process knows both.
    await command("rewrap", n % 2 === 0 ? `${k2},${k1}` : `${k1},${k2}`);
    await command("rotate-data-keys", `${k1},${k2}`);
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

async function arrange(): Promise<Workspace> {
  const workspace = await installation.workspace();
  const { customer } = workspace;
  const { secret } = await customer.ask("/v2/workspace/webhooksecret/get", {});
  receiver.learn(secret);
  const webhookServiceConfig = { rawNotificationUrl: receiver.url("/unchanged"), processedNotificationUrl: receiver.url("/changing") };
  await customer.ask("/v2/workspace/webhookconfig/update", { useWebhookService: true, webhookServiceConfig });
  await customer.ask("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await customer.ask("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "welcome" }] });
  return workspace;
}

/** The recommended order: create a new token, use it everywhere, and only then revoke the old one. */
async function newTokens(load: RotationLoad): Promise<void> {
  const { apiKey, customer, owner } = load.workspace;
  const ofKey = await owner.ask("/v2/workspace/authtokens/create", { apiKey, name: "next" });
  const ofWorkspace = await owner.ask("/v2/workspace/tokens/create", { name: "next" });
  await load.use({ apiKey, customer: withToken(customer, ofKey.token), owner: withToken(owner, ofWorkspace.token) });
  await load.workspace.owner.ask("/v2/workspace/authtokens/revoke", { apiKey, token: customer.headers["x-svc-auth-token"] });
  await load.workspace.owner.ask("/v2/workspace/tokens/revoke", { token: owner.headers["x-svc-auth-token"] });
}

function withToken({ url, headers }: Caller, token: string): Caller {
  return new Caller(url, { ...headers, "x-svc-auth-token": token });
}

async function command(name: "rewrap" | "rotate-data-keys", masterKeys: string): Promise<void> {
  const env = { PATH: process.env.PATH, ...installation.environment, PARLEY_MASTER_KEYS: masterKeys };
  const { stdout } = await promisify(execFile)(process.execPath, [mainOf("workspace"), name], { env });
  console.log(`  ${stdout.trim()}`);
}

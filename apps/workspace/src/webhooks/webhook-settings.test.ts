import { generateKeyPairSync } from "node:crypto";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { WebhookConfigPatchSchema, webhookTriggers } from "@parley/contracts/workspace";
import { EgressRules, networks, parsePorts } from "@parley/egress";
import { expect, test } from "vitest";
import { mergeWebhookSettings, noWebhookSettings, webhookViolations } from "./webhook-settings.ts";

type PatchInit = MessageInitShape<typeof WebhookConfigPatchSchema>;

const publicKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }).toString();
const patchOf = (patch: PatchInit) => create(WebhookConfigPatchSchema, patch);
const merge = (stored: Partial<typeof noWebhookSettings>, use: boolean | undefined, patch?: PatchInit) =>
  mergeWebhookSettings({ ...noWebhookSettings, ...stored }, use, patch && patchOf(patch));

test("an unset field keeps its value, and empty text clears it", () => {
  const stored = { rawNotificationUrl: "https://a.example/raw", processedNotificationUrl: "https://a.example/p", encodeData: true };

  const merged = merge(stored, undefined, { rawNotificationUrl: "", publicKey });

  expect(merged).toEqual({ ...noWebhookSettings, ...stored, rawNotificationUrl: "", publicKey });
  expect(merge(merged, undefined)).toEqual(merged);
  expect(merge({ encodeData: true }, undefined, { encodeData: false }).encodeData).toBe(false);
});

test("the service turned on for the first time without triggers has all nine on", () => {
  expect(merge({}, true).triggers).toEqual(webhookTriggers);
  expect(merge({}, true, { triggers: {} }).triggers).toEqual(webhookTriggers);
  expect(merge({}, true, { clearTriggers: true }).triggers).toEqual(webhookTriggers);
  expect(merge({}, undefined, { encodeData: true }).triggers).toBeNull();
});

test("the service turned on with triggers has only the true ones on", () => {
  expect(merge({}, true, { triggers: { "comment.add": true, "comment.delete": false } }).triggers).toEqual(["comment.add"]);
  expect(merge({}, true, { triggers: { "comment.add": false } }).triggers).toEqual([]);
});

test("the service turned on again has its previous triggers", () => {
  expect(merge({ triggers: ["comment.add"] }, true).triggers).toEqual(["comment.add"]);
  expect(merge({ triggers: [] }, true).triggers).toEqual([]);
});

test("triggers merge name by name, and can be cleared", () => {
  const triggers = ["comment.add", "comment.update"] as const;

  expect(merge({ triggers }, undefined, { triggers: { "comment.add": false, "comment.delete": true } }).triggers).toEqual([
    "comment.update",
    "comment.delete",
  ]);
  expect(merge({ triggers, useWebhookService: true }, undefined, { clearTriggers: true }).triggers).toEqual([]);
  expect(merge({ triggers }, undefined, { clearTriggers: true, triggers: { "comment.delete": true } }).triggers).toEqual([
    "comment.delete",
  ]);
});

function problems(
  patch: PatchInit,
  { stored = {}, allowHttp = false }: { stored?: Partial<typeof noWebhookSettings>; allowHttp?: boolean } = {},
): string[] {
  const egress = new EgressRules({ networks: networks("10.7.0.0/16"), ports: parsePorts("80,443,1024-65535") ?? [] });
  return webhookViolations(patchOf(patch), merge(stored, true, patch), { allowHttp, egress }, "config").map(({ field }) => field);
}

test.each([
  "https://example.com",
  "https://example.com:8443/path?query=1#part",
  "https://8.8.8.8/hook",
  "https://10.7.1.2/hook",
  "HTTPS://EXAMPLE.com/hook",
  "https://münchen.de/hook",
])("%s is a webhook URL", (url) => {
  expect(problems({ rawNotificationUrl: url, processedNotificationUrl: url })).toEqual([]);
});

test.each([
  "example.com",
  "/hook",
  "https://",
  "https:// example.com",
  " https://example.com",
  "https://example.com/\n",
  "ftp://example.com",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "https://user@example.com",
  "https://user:password@example.com",
  "https://:password@example.com",
  "http://example.com",
  "https://10.0.0.5/",
  "https://0x7f.1/hook",
  "https://[::1]/hook",
  "https://localhost/hook",
  "https://example.com:25/hook",
])("%j is not a webhook URL", (url) => {
  expect(problems({ rawNotificationUrl: url })).toEqual(["config.raw_notification_url"]);
  expect(problems({ processedNotificationUrl: url })).toEqual(["config.processed_notification_url"]);
});

test("an http URL is accepted if the service's configuration allows it", () => {
  expect(problems({ rawNotificationUrl: "http://example.com" }, { allowHttp: true })).toEqual([]);
  expect(problems({ rawNotificationUrl: "http://user@example.com" }, { allowHttp: true })).toEqual(["config.raw_notification_url"]);
});

test("encryptData needs a usable RSA key, sent now or before", () => {
  expect(problems({ encryptData: true })).toEqual(["config.public_key"]);
  expect(problems({ encryptData: true, publicKey: "none" })).toEqual(["config.public_key"]);
  expect(problems({ publicKey: "" }, { stored: { encryptData: true, publicKey } })).toEqual(["config.public_key"]);
  expect(problems({ encryptData: true, publicKey })).toEqual([]);
  expect(problems({ encryptData: true }, { stored: { publicKey } })).toEqual([]);
  expect(problems({ encryptData: false, publicKey: "none" })).toEqual([]);
});

test("a masked auth token is not stored", () => {
  expect(problems({ authToken: "********oken" })).toEqual(["config.auth_token"]);
});

test("all problems are reported, not only the first", () => {
  const patch = { authToken: "a\r\nb", rawNotificationUrl: "x", encryptData: true, triggers: { "comment.added": true, __proto__x: false } };

  expect(problems(patch)).toEqual([
    "config.raw_notification_url",
    "config.auth_token",
    "config.triggers.comment.added",
    "config.triggers.__proto__x",
    "config.public_key",
  ]);
});

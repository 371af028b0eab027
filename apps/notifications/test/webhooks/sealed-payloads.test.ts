import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@parley/testing";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { secret } from "./configure.ts";
import { decrypt, type Encrypted } from "./decrypt.ts";
import type { Received } from "./endpoint.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { commentAdded } from "./webhooks-service.ts";

const { service, endpoint } = useWebhooks();
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const publicKeySpki = new Uint8Array(publicKey.export({ type: "spki", format: "der" }));

/** Decrypts like a receiver without any library, with the openssl command. */
function decryptByOpenssl({ encryptedData, encryptedKey, iv }: Encrypted): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-openssl-"));
  const file = (name: string, content?: string | Buffer) => {
    if (content !== undefined) writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  try {
    const pem = file("key.pem", privateKey.export({ type: "pkcs8", format: "pem" }));
    const options = ["rsa_padding_mode:oaep", "rsa_oaep_md:sha256", "rsa_mgf1_md:sha256"].flatMap((option) => ["-pkeyopt", option]);
    execFileSync("openssl", [
      ...["pkeyutl", "-decrypt", "-inkey", pem, ...options],
      ...["-in", file("key.enc", Buffer.from(encryptedKey, "base64")), "-out", file("key.bin")],
    ]);
    const hex = (bytes: Buffer) => bytes.toString("hex");
    execFileSync("openssl", [
      ...["enc", "-d", "-aes-256-cbc", "-K", hex(readFileSync(file("key.bin"))), "-iv", hex(Buffer.from(iv, "base64"))],
      ...["-in", file("data.enc", Buffer.from(encryptedData, "base64")), "-out", file("data.json")],
    ]);
    return readFileSync(file("data.json"), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function receive(path: string, count: number): Promise<Received[]> {
  return until(() => {
    const received = endpoint.received.filter((one) => one.path === path);
    return received.length === count && received;
  });
}

test("encoded data is the base64 of the body, and the signature is that of the bytes sent", async () => {
  service.configure("pk_encoded", { rawNotificationUrl: endpoint.url("/encoded"), encodeData: true });

  await service.send(commentAdded("pk_encoded"));

  const [received] = await receive("/encoded", 1);
  const sent = JSON.parse(received?.body ?? "") as { encodedPayload: string };
  expect(Object.keys(sent)).toEqual(["encodedPayload"]);
  expect(JSON.parse(Buffer.from(sent.encodedPayload, "base64").toString("utf8"))).toMatchObject({
    event: "comment.add",
    targetComment: { commentText: "Is it done, @Bob? Ünïcödé 👍" },
  });
  expect(() => new Webhook(secret).verify(received?.body ?? "", received?.headers ?? {})).not.toThrow();
});

test("encrypted data can be decrypted by node:crypto and by openssl; each attempt has its own key and iv around the same body", async () => {
  endpoint.answer = (response, { path }, count) => {
    response.statusCode = path === "/encrypted" && count % 3 !== 0 ? 500 : 200;
    response.end();
  };
  endpoint.received.splice(0);
  // With both options on, the body is encrypted.
  service.configure(
    "pk_encrypted",
    { rawNotificationUrl: endpoint.url("/encrypted"), encodeData: true, encryptData: true },
    { publicKeySpki },
  );

  await service.send(commentAdded("pk_encrypted"));

  const attempts = (await receive("/encrypted", 3)).map(({ body, headers }) => {
    new Webhook(secret).verify(body, headers);
    return JSON.parse(body) as Encrypted;
  });
  for (const sent of attempts) expect(Object.keys(sent)).toEqual(["encryptedData", "encryptedKey", "iv"]);
  const [first, ...others] = attempts.map((sent) => decrypt(sent, privateKey));
  expect(JSON.parse(first ?? "")).toMatchObject({ event: "comment.add", sequence: 1 });
  expect(others).toEqual([first, first]);
  expect(new Set(attempts.map(({ iv }) => iv)).size).toBe(3);
  expect(new Set(attempts.map(({ encryptedKey }) => encryptedKey)).size).toBe(3);
  expect(new Set(attempts.map(({ encryptedData }) => encryptedData)).size).toBe(3);
  expect(attempts.map(decryptByOpenssl)).toEqual([first, first, first]);
});

test("with an unusable public key nothing is sent in plain text", async () => {
  service.configure(
    "pk_broken",
    { rawNotificationUrl: endpoint.url("/broken"), encryptData: true },
    { publicKeySpki: new Uint8Array([1, 2, 3]) },
  );

  await service.send(commentAdded("pk_broken"));

  const [delivery] = await until(async () => {
    const { deliveries } = await service.webhooks.getWebhookDeliveries({ apiKeyId: "pk_broken" });
    return (deliveries[0]?.attemptCount ?? 0) > 0 && deliveries;
  });
  expect(delivery?.attempts[0]?.errorClass).toBe("configuration");
  expect(endpoint.received.filter(({ path }) => path === "/broken")).toEqual([]);
});

test("while two secrets sign, a receiver with either accepts; an expired secret signs no more", async () => {
  const whsec = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
  const signingSecrets = [
    { secret: whsec(1), createdAtMs: 3n },
    { secret: whsec(2), createdAtMs: 2n, signsUntilMs: BigInt(Date.now() + 60_000) },
    { secret: whsec(3), createdAtMs: 1n, signsUntilMs: BigInt(Date.now() - 1) },
  ];
  service.configure("pk_rotated", { rawNotificationUrl: endpoint.url("/rotated") }, { signingSecrets });

  await service.send(commentAdded("pk_rotated"));

  const [received] = await receive("/rotated", 1);
  const verify = (known: string) => () => new Webhook(known).verify(received?.body ?? "", received?.headers ?? {});
  expect(received?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  expect(verify(whsec(1))).not.toThrow();
  expect(verify(whsec(2))).not.toThrow();
  expect(verify(whsec(3))).toThrow();
});

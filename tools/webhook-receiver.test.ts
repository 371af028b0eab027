import { execFileSync } from "node:child_process";
import { constants, createCipheriv, createHmac, generateKeyPairSync, publicEncrypt, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openBody, signatureProblem } from "./webhook-receiver.ts";

const nowMs = 1_767_225_600_000;
const timestamp = String(nowMs / 1_000);
const secret = `whsec_${randomBytes(32).toString("base64")}`;
const other = `whsec_${randomBytes(32).toString("base64")}`;
const body = Buffer.from('{"event":"comment.add","text":"é😀"}');
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

function signed(secrets: readonly string[], { id = "msg_1", time = timestamp, bytes = body } = {}) {
  const signatures = secrets.map((each) => {
    const key = Buffer.from(each.slice("whsec_".length), "base64");
    return `v1,${createHmac("sha256", key)
      .update(`${id}.${time}.${bytes.toString("utf8")}`)
      .digest("base64")}`;
  });
  return { id, timestamp: time, signature: signatures.join(" ") };
}

test("a delivery is accepted when any known secret signed it, also among other signatures and versions", () => {
  expect(signatureProblem(signed([secret]), body, [secret], nowMs)).toBeUndefined();
  expect(signatureProblem(signed([other, secret]), body, [secret], nowMs)).toBeUndefined();
  expect(signatureProblem(signed([secret]), body, [other, secret], nowMs)).toBeUndefined();
  const { signature, ...rest } = signed([secret]);
  expect(signatureProblem({ ...rest, signature: `v2,abc ${signature}` }, body, [secret], nowMs)).toBeUndefined();
});

test("the example of the Standard Webhooks specification verifies", () => {
  const example = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: "1614265330",
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };

  const problem = signatureProblem(
    example,
    Buffer.from('{"test": 2432232314}'),
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    1_614_265_330_000,
  );

  expect(problem).toBeUndefined();
});

test("a delivery with another body, id, time or secret, or without a header, is rejected", () => {
  const good = signed([secret]);
  const problems = [
    signatureProblem(good, Buffer.from(`${body} `), [secret], nowMs),
    signatureProblem({ ...good, id: "msg_2" }, body, [secret], nowMs),
    signatureProblem({ ...good, timestamp: String(nowMs / 1_000 + 1) }, body, [secret], nowMs),
    signatureProblem(good, body, [other], nowMs),
    signatureProblem({ ...good, signature: good.signature.replace("v1,", "v1a,") }, body, [secret], nowMs),
    signatureProblem({ ...good, signature: "v1," }, body, [secret], nowMs),
    signatureProblem({ ...good, signature: good.signature.slice(0, -8) }, body, [secret], nowMs),
  ];

  expect(new Set(problems)).toEqual(new Set(["no signature matches a known secret"]));
  for (const header of ["id", "timestamp", "signature"]) {
    expect(signatureProblem({ ...good, [header]: "" }, body, [secret], nowMs)).toMatch(/missing/);
  }
});

test("a delivery signed more than five minutes in the past or the future is rejected", () => {
  const good = signed([secret]);

  expect(signatureProblem(good, body, [secret], nowMs + 299_000)).toBeUndefined();
  expect(signatureProblem(good, body, [secret], nowMs + 301_000)).toMatch(/five minutes/);
  expect(signatureProblem(good, body, [secret], nowMs - 301_000)).toMatch(/five minutes/);
  expect(signatureProblem(signed([secret], { time: "1e9" }), body, [secret], nowMs)).toMatch(/not a number/);
});

test("a body opens in all three forms", () => {
  const event = JSON.parse(body.toString());
  const encoded = Buffer.from(JSON.stringify({ encodedPayload: body.toString("base64") }));

  expect(openBody(body)).toEqual(event);
  expect(openBody(encoded)).toEqual(event);
  expect(openBody(encrypted(), privateKey)).toEqual(event);
});

test("a body that openssl encrypted opens too", () => {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const aes = ["enc", "-aes-256-cbc", "-K", key.toString("hex"), "-iv", iv.toString("hex")];
  const data = execFileSync("openssl", aes, { input: body });
  const sent = { encryptedData: data.toString("base64"), encryptedKey: wrapped(key), iv: iv.toString("base64") };

  expect(openBody(Buffer.from(JSON.stringify(sent)), privateKey)).toEqual(JSON.parse(body.toString()));
});

test("without the key, with another key or after a change an encrypted body does not open", () => {
  const { privateKey: wrong } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { encryptedKey, ...rest } = JSON.parse(encrypted().toString());

  expect(() => openBody(encrypted())).toThrow("there is no private key");
  expect(() => openBody(encrypted(), wrong)).toThrow();
  expect(() => openBody(Buffer.from(JSON.stringify({ ...rest, encryptedKey: wrapped(randomBytes(32)) })), privateKey)).toThrow();
  expect(() => openBody(Buffer.from("no JSON"), privateKey)).toThrow();
});

function encrypted(): Buffer {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const data = Buffer.concat([cipher.update(body), cipher.final()]);
  return Buffer.from(JSON.stringify({ encryptedData: data.toString("base64"), encryptedKey: wrapped(key), iv: iv.toString("base64") }));
}

function wrapped(key: Buffer): string {
  return publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }, key).toString("base64");
}

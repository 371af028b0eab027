import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { parseRsaPublicKey } from "./rsa-public-key.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const spkiPem = rsa.publicKey.export({ type: "spki", format: "pem" }).toString();
const pkcs1Pem = rsa.publicKey.export({ type: "pkcs1", format: "pem" }).toString();
const spki = rsa.publicKey.export({ type: "spki", format: "der" });
const pkcs1 = rsa.publicKey.export({ type: "pkcs1", format: "der" });

test.each([
  ["SPKI with PEM lines", spkiPem],
  ["PKCS#1 with PEM lines", pkcs1Pem],
  ["SPKI in one line of base64", spki.toString("base64")],
  ["PKCS#1 in one line of base64", pkcs1.toString("base64")],
  ["SPKI in broken lines of base64", spkiPem.replace(/-----.*-----/g, "")],
  ["PEM with CRLF and white space around", `\r\n  ${spkiPem.replaceAll("\n", "\r\n")}  `],
])("%s is read", (_, text) => {
  expect(parseRsaPublicKey(text)?.equals(rsa.publicKey)).toBe(true);
});

test.each([
  ["the empty text", ""],
  ["words", "YOUR_PUBLIC_KEY"],
  ["base64 of something else", Buffer.from("something else").toString("base64")],
  ["a cut key", spki.subarray(0, -10).toString("base64")],
  ["PEM lines around nothing", "-----BEGIN PUBLIC KEY-----\n\n-----END PUBLIC KEY-----"],
  ["a head whose lines never end", `-----BEGIN PUBLIC KEY-----${"\n".repeat(3_900)}x`],
  ["a head of one form with the tail of the other", spkiPem.replace("END PUBLIC", "END RSA PUBLIC")],
  ["a head that is its own tail", "-----BEGIN PUBLIC KEY-----"],
  ["a private key", rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString()],
  ["a private key without its lines", rsa.privateKey.export({ type: "pkcs1", format: "der" }).toString("base64")],
  ["an RSA key of 1024 bits", pemOf("rsa", { modulusLength: 1024 })],
  ["an RSA-PSS key", pemOf("rsa-pss", { modulusLength: 2048 })],
  [
    "an elliptic curve key",
    generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "pem" }).toString(),
  ],
])("%s is not usable", (_, text) => {
  expect(parseRsaPublicKey(text)).toBeUndefined();
});

function pemOf(type: "rsa" | "rsa-pss", options: { modulusLength: number }): string {
  const { publicKey } = type === "rsa" ? generateKeyPairSync("rsa", options) : generateKeyPairSync("rsa-pss", options);
  return publicKey.export({ type: "spki", format: "pem" }).toString();
}

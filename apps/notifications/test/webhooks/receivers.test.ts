import { execFileSync, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { secret } from "./configure.ts";
import type { Received } from "./endpoint.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { commentAdded } from "./webhooks-service.ts";

// Compiling Rust's packages takes a minute, and longer on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const page = readFileSync(new URL("../../../../libs/receivers.md", import.meta.url), "utf8");
const { service, endpoint } = useWebhooks();
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const folder = mkdtempSync(join(tmpdir(), "parley-receivers-"));
const keyFile = join(folder, "key.pem");
const otherSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

beforeAll(() => writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" })));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Language {
  /** The command that shows that the language is here, and how to get it. */
  readonly check: readonly [string, ...string[]];
  readonly missing: string;
  readonly file: string;
  /** Prepares the program in its folder; returns the command that runs it. */
  readonly prepare: (folder: string) => readonly [string, ...string[]];
}

const cargo = `[package]
name = "receiver"
version = "0.0.0"
edition = "2021"

[dependencies]
aes = "=0.8.4"
base64 = "=0.22.1"
cbc = { version = "=0.1.2", features = ["std"] }
hmac = "=0.12.1"
rsa = { version = "=0.9.10", features = ["sha2"] }
serde_json = "=1.0.145"
sha2 = "=0.10.9"
`;

const languages: Readonly<Record<string, Language>> = {
  js: { check: ["node", "--version"], missing: "Node", file: "receiver.mjs", prepare: (at) => ["node", join(at, "receiver.mjs")] },
  py: {
    check: ["python3", "-c", "import cryptography"],
    missing: "Python with the package cryptography (pip install cryptography)",
    file: "receiver.py",
    prepare: (at) => ["python3", join(at, "receiver.py")],
  },
  go: {
    check: ["go", "version"],
    missing: "Go",
    file: "receiver.go",
    prepare: (at) => {
      execFileSync("go", ["build", "-o", "receiver", "receiver.go"], { cwd: at });
      return [join(at, "receiver")];
    },
  },
  java: {
    check: ["javac", "-version"],
    missing: "a JDK (apt-get install openjdk-17-jdk-headless)",
    file: "Receiver.java",
    prepare: (at) => {
      execFileSync("javac", ["Receiver.java"], { cwd: at });
      return ["java", "-cp", at, "Receiver"];
    },
  },
  php: {
    check: ["php", "-r", "exit(extension_loaded('openssl') ? 0 : 1);"],
    missing: "PHP with openssl (apt-get install php-cli)",
    file: "receiver.php",
    prepare: (at) => ["php", join(at, "receiver.php")],
  },
  rs: {
    check: ["cargo", "--version"],
    missing: "Rust",
    file: "main.rs",
    prepare: (at) => {
      mkdirSync(join(at, "src"));
      cpSync(join(at, "main.rs"), join(at, "src/main.rs"));
      writeFileSync(join(at, "Cargo.toml"), cargo);
      execFileSync("cargo", ["build", "--quiet"], { cwd: at, stdio: "pipe" });
      return [join(at, "target/debug/receiver")];
    },
  },
};

/** A delivery of each form, as it arrived. */
const deliveries = new Map<string, Received>();

beforeAll(async () => {
  const publicKeySpki = new Uint8Array(publicKey.export({ type: "spki", format: "der" }));
  const forms = { plain: {}, encoded: { encodeData: true }, encrypted: { encryptData: true } };
  for (const [form, settings] of Object.entries(forms)) {
    service.configure(`pk_${form}`, { rawNotificationUrl: endpoint.url(`/${form}`), ...settings }, { publicKeySpki });
    await service.send(commentAdded(`pk_${form}`));
    const path = `/${form}`;
    deliveries.set(form, await until(() => endpoint.received.find((received) => received.path === path)));
  }
});

test("the page has a program for each language, and no other", () => {
  const found = [...page.matchAll(/^```(\w+) receiver$/gm)].map(([, language]) => language);

  expect(found).toEqual(Object.keys(languages));
});

describe.each(Object.entries(languages))("the program in %s", (name, { check: [program, ...options], missing, file, prepare }) => {
  const isHere = spawnSync(program, options).status === 0;
  if (!isHere) console.error(`\nTHE RECEIVER IN ${name.toUpperCase()} IS NOT RUN: there is no ${missing} here.\n`);
  let command: readonly [string, ...string[]];

  beforeAll(() => {
    if (!isHere) return;
    const at = join(folder, name);
    mkdirSync(at);
    writeFileSync(join(at, file), new RegExp(`^\`\`\`${name} receiver\\n(.*?)^\`\`\``, "ms").exec(page)?.[1] ?? "");
    command = prepare(at);
  });

  function run({ headers, body }: Received, sent = body, withSecret = secret): SpawnSyncReturns<string> {
    const signed = ["id", "timestamp", "signature"].map((header) => headers[`webhook-${header}`] ?? "");
    const [executable, ...first] = command;
    return spawnSync(executable, [...first, ...signed, withSecret, keyFile], { input: sent, encoding: "utf8" });
  }

  test.runIf(isHere).each(["plain", "encoded", "encrypted"])("opens a delivery that is %s", (form) => {
    const delivery = deliveries.get(form) as Received;

    const { status, stdout, stderr } = run(delivery);

    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ event: "comment.add", webhookId: delivery.headers["webhook-id"] });
  });

  test.runIf(isHere)("refuses a delivery that was changed, has another secret's signature, or is old", () => {
    const delivery = deliveries.get("plain") as Received;
    const old = { ...delivery, headers: { ...delivery.headers, "webhook-timestamp": "1700000000" } };

    const refused = [run(delivery, `${delivery.body} `), run(delivery, delivery.body, otherSecret), run(old)];

    expect(refused.map(({ status, stdout }) => [status, stdout])).toEqual(Array(3).fill([1, ""]));
  });
});

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../src/index.ts";

// The error that the server below sends after a successful TLS handshake: the client has accepted its certificate.
const refusal = "no such login here";

test.each([
  ["require", "a certificate of an unknown authority", refusal],
  ["require&sslrootcert=CA", "a certificate of the named authority", refusal],
  ["verify-full&sslrootcert=CA", "a certificate for its name, of the named authority", refusal],
  ["verify-full", "a certificate of an unknown authority", "presents a certificate that is not trusted"],
  ["verify-full&sslrootcert=CA&host=127.0.0.1", "a certificate for another name", "presents a certificate that is not trusted"],
])("sslmode=%s treats %s as libpq does, and a refusal is one sentence", async (mode, _, said) => {
  const server = await tlsServer();
  const [name, query] = mode.endsWith("&host=127.0.0.1") ? ["127.0.0.1", mode.replace("&host=127.0.0.1", "")] : ["localhost", mode];
  const url = `postgres://login@${name}:${server.port}/parley?sslmode=${query.replace("CA", server.certificateFile)}`;

  const failure = await migrate({ url, schema: "demo", migrations: [] }).catch((error: Error) => error);

  expect(failure).toMatchObject({ message: expect.stringContaining(said) });
  expect(String((failure as Error).message)).not.toContain("\n");
});

test("a server without TLS is distinguished from one that is down", async () => {
  const plain = createServer((socket) => socket.once("data", () => socket.end("N"))).listen(0, "127.0.0.1");
  await once(plain, "listening");
  onTestFinished(() => void plain.close());
  const url = `postgres://login@127.0.0.1:${(plain.address() as AddressInfo).port}/parley?sslmode=require`;

  await expect(migrate({ url, schema: "demo", migrations: [] })).rejects.toThrow("does not speak TLS, which the URL's sslmode requires");
});

// Behaves like Postgres: it accepts TLS, performs the handshake, and responds to the first message.
async function tlsServer(): Promise<{ port: number; certificateFile: string }> {
  const folder = mkdtempSync(join(tmpdir(), "parley-tls-"));
  const keyFile = join(folder, "key.pem");
  const certificateFile = join(folder, "cert.pem");
  const files = ["-keyout", keyFile, "-out", certificateFile];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync("openssl", ["req", "-x509", ...kind, ...files, ...names], { stdio: "pipe" });
  const key = readFileSync(keyFile);
  const cert = readFileSync(certificateFile);
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write("S");
      const secure = new TLSSocket(socket, { isServer: true, key, cert });
      secure.on("error", () => undefined).once("data", () => secure.end(errorResponse(refusal)));
    });
  }).listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { port: (server.address() as AddressInfo).port, certificateFile };
}

function errorResponse(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C28000\0M${message}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

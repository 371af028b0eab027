import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiServer, hostAddress } from "./addresses.ts";

/** Makes an authority, certificates signed by it, and an administrator's `kubeconfig` in the folder. */
export function makeCertificates(folder: string): void {
  mkdirSync(folder, { recursive: true });
  openssl(folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=parley-cluster");
  const names = ["kubernetes", "kubernetes.default", "kubernetes.default.svc", "localhost"].map((name) => `DNS:${name}`);
  const addresses = ["127.0.0.1", "10.96.0.1", hostAddress].map((address) => `IP:${address}`);
  writeFileSync(join(folder, "names"), `subjectAltName=${[...names, ...addresses].join(",")}`);
  sign(folder, "apiserver", "/CN=kube-apiserver", ["-extfile", "names"]);
  sign(folder, "admin", "/O=system:masters/CN=admin", []);
  openssl(folder, "genrsa", "-out", "accounts.key", "2048");
  openssl(folder, "rsa", "-in", "accounts.key", "-pubout", "-out", "accounts.pub");
  const file = (name: string) => join(folder, name);
  writeFileSync(
    file("kubeconfig"),
    `apiVersion: v1
kind: Config
clusters: [{ name: parley, cluster: { server: "${apiServer}", certificate-authority: ${file("ca.crt")} } }]
users: [{ name: admin, user: { client-certificate: ${file("admin.crt")}, client-key: ${file("admin.key")} } }]
contexts: [{ name: parley, context: { cluster: parley, user: admin } }]
current-context: parley
`,
  );
}

function sign(folder: string, name: string, subject: string, extensions: readonly string[]): void {
  const request = ["-newkey", "rsa:2048", "-nodes", "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", subject];
  openssl(folder, "req", ...request);
  openssl(
    folder,
    "x509",
    "-req",
    "-in",
    `${name}.csr`,
    "-CA",
    "ca.crt",
    "-CAkey",
    "ca.key",
    "-CAcreateserial",
    "-days",
    "30",
    "-out",
    `${name}.crt`,
    ...extensions,
  );
}

function openssl(folder: string, ...parameters: readonly string[]): void {
  execFileSync("openssl", parameters, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
}

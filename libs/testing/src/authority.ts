import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The certificate of a server or client, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** An authority that issues certificates, by the openssl command. */
export class Authority implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "parley-authority-"));
  #issued = 0;

  constructor() {
    const files = ["-keyout", this.#file("ca.key"), "-out", this.#file("ca.pem")];
    this.#openssl(["req", "-x509", ...newKey, ...files, "-subj", "/CN=Tests", "-addext", "basicConstraints=critical,CA:TRUE"]);
  }

  /** The authority's own certificate, for clients that trust it, as PEM. */
  get certificate(): string {
    return readFileSync(this.#file("ca.pem"), "utf8");
  }

  /** A certificate for such names as `DNS:hooks.example` or `IP:127.0.0.1`. */
  issue(...names: readonly string[]): Certificate {
    return this.#issue(names, 30);
  }

  /** Like `issue`, but the certificate expired yesterday. */
  issueExpired(...names: readonly string[]): Certificate {
    return this.#issue(names, -1);
  }

  #issue(names: readonly string[], days: number): Certificate {
    const [key, request, cert, extensions] = ["key", "csr", "pem", "ext"].map((kind) => this.#file(`${this.#issued}.${kind}`)) as [
      ...[string, string, string, string],
    ];
    this.#issued++;
    writeFileSync(extensions, `subjectAltName=${names.join(",")}\n`);
    this.#openssl(["req", ...newKey, "-keyout", key, "-out", request, "-subj", "/CN=Endpoint"]);
    const issuer = ["-CA", this.#file("ca.pem"), "-CAkey", this.#file("ca.key"), "-CAcreateserial", "-days", String(days)];
    this.#openssl(["x509", "-req", "-in", request, "-out", cert, "-extfile", extensions, ...issuer]);
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  #openssl(command: readonly string[]): void {
    execFileSync("openssl", [...command], { stdio: "pipe" });
  }
}

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

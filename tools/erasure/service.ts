import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { request } from "undici";
import { endWithUs } from "../end-with-us.ts";
import { workspaceRoot } from "../workspace-root.ts";

interface ServiceOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Settings beside those that every start needs. */
  readonly environment?: Readonly<Record<string, string>>;
}

const main = join(workspaceRoot, "apps/all-in-one/dist/main.js");

/** Parley, all in one process that may be killed and started again over the same database. */
export class Service {
  readonly #options: ServiceOptions;
  #child: ChildProcess | undefined;
  #url = "";
  #opsPort = 0;
  #credentials: Record<string, string> = {};

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  get hasEnded(): boolean {
    return this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Where its API answers since the last start. */
  get url(): string {
    return this.#url;
  }

  authenticate({ apiKey, authToken }: { readonly apiKey: string; readonly authToken: string }): void {
    this.#credentials = { "x-svc-api-key": apiKey, "x-svc-auth-token": authToken };
  }

  async start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env.PATH,
        PARLEY_DATABASE_URL: this.#options.databaseUrl,
        PARLEY_DATA_DIR: this.#options.dataDir,
        PARLEY_LOG_LEVEL: "info",
        PARLEY_LOG_PRETTY: "false",
        PARLEY_DATABASE_MAX_CONNECTIONS: "4",
        ...Object.fromEntries(
          ["GATEWAY", "WORKSPACE", "ORGANIZATION_DIRECTORY", "USERS", "NOTIFICATIONS", "ACTIVITY", "REWRITER", "OPS"].map((name) => [
            `PARLEY_${name}_PORT`,
            "0",
          ]),
        ),
        ...this.#options.environment,
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    child.once(
      "exit",
      endWithUs(() => child.kill("SIGKILL")),
    );
    const output: string[] = [];
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk.toString()));
    const ready = new Promise<Ready>((resolve) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (line.includes('"msg":"ready"')) resolve(JSON.parse(line));
      });
    });
    const ended = once(child, "exit").then(() => undefined);
    const running = await Promise.race([ready, ended]);
    // Killed on its way, by a failpoint: the next start continues.
    if (running === undefined && child.signalCode === null) throw new Error(`Parley ended before it was ready:\n${output.join("")}`);
    if (running !== undefined) [this.#url, this.#opsPort] = [running.addresses.gateway, running.opsPort];
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** `result.data` of the answer; undefined when there is none, because the process is away or has not made up its mind. */
  async tryPost(path: string, data: unknown): Promise<Record<string, unknown> | undefined> {
    try {
      const { statusCode, body } = await request(this.#url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...this.#credentials },
        body: JSON.stringify({ data }),
        headersTimeout: 5_000,
        bodyTimeout: 5_000,
      });
      const answer = (await body.json()) as { result?: { data: Record<string, unknown> }; error?: object };
      if (statusCode < 500 && answer.result === undefined) throw new Refused(`${path} answered ${statusCode}: ${JSON.stringify(answer)}`);
      return answer.result?.data;
    } catch (error) {
      if (error instanceof Refused) throw error;
      return undefined;
    }
  }

  /** Sends it with these credentials. Fails when it is not answered. */
  async post(path: string, data: object, credentials: Readonly<Record<string, string>>): Promise<{ status: number; text: string }> {
    const { statusCode, body } = await request(this.#url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...credentials },
      body: JSON.stringify({ data }),
    });
    return { status: statusCode, text: await body.text() };
  }

  /** What the process counts, as its operators' port tells it. */
  async metrics(): Promise<string> {
    const { body } = await request(`http://127.0.0.1:${this.#opsPort}/metrics`);
    return body.text();
  }

  async #end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.hasEnded) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}

interface Ready {
  readonly addresses: { readonly gateway: string };
  readonly opsPort: number;
}

class Refused extends Error {}

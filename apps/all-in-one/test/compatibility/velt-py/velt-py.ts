import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { killWithUs } from "@parley/testing";
import { findProgram } from "../../support/find-program.ts";
import type { HostedCustomer } from "../../support/hosted-customer.ts";
import type { Body } from "../../support/receiver.ts";

/** The release of the hosted product's own client that makes the calls. */
const release = "velt-py==0.3.0";

/** A call of the client. */
export interface VeltCall {
  /** Its service in `sdk.api`, and the method. */
  readonly service: string;
  readonly method: string;
  /** The class of the request, with its values; absent for a method without a request. */
  readonly model?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Further parameters of the method. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** What the caller reads of a `result`. */
  readonly reads?: object;
  /** For a request that Parley does not take: the text that its refusal has, and its status, if not INVALID_ARGUMENT. */
  readonly refused?: RegExp;
  readonly status?: string;
  /** For what does not exist here: the text that the NOT_FOUND has. */
  readonly absent?: RegExp;
}

/** What the client sent and what it returned. */
export interface VeltOutcome {
  readonly request: object | null;
  readonly answer: Body;
}

/** What the package has: the methods of each service, and the fields of each class of requests. */
export interface VeltSurface {
  readonly methods: Readonly<Record<string, readonly string[]>>;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** What every method of the services that Parley does not have returned, by service and method. */
  readonly givenUp: Readonly<Record<string, Body>>;
}

/** Services that Parley does not have. */
export const givenUpServices = ["agents", "crdt", "livestate", "memory", "presence", "workflow"] as const;

/** The client in a virtual environment of its own, with only its base URL changed. */
export class VeltPy implements AsyncDisposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined, with one line that says so, without Python or without a registry of packages. */
  static async install(): Promise<VeltPy | undefined> {
    if (findProgram("python3") === undefined) return skipped("there is no python3 on the PATH");
    const folder = await mkdtemp(join(tmpdir(), "parley-velt-py-"));
    try {
      await promisify(execFile)("python3", ["-m", "venv", folder]);
      await promisify(execFile)(join(folder, "bin/pip"), ["install", "-q", "--disable-pip-version-check", release], { timeout: 300_000 });
      return new VeltPy(folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      return skipped(`pip does not install it: ${String(error).slice(0, 300)}`);
    }
  }

  /** Makes the calls one after another, with the API key in place of `$apiKey`; then each method of what Parley does not have. */
  async make(
    { parley, apiKey, authToken, workspace }: HostedCustomer,
    calls: readonly VeltCall[],
  ): Promise<{ outcomes: VeltOutcome[]; surface: VeltSurface }> {
    const program = spawn(join(this.#folder, "bin/python"), [join(import.meta.dirname, "velt_calls.py")], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    killWithUs(program);
    const exited = once(program, "exit");
    const config = { apiKey, authToken, workspaceId: workspace.id, workspaceAuthToken: workspace.authToken };
    const task = JSON.stringify({ baseUrl: parley.url, config, calls, givenUp: givenUpServices });
    program.stdin.end(task.replaceAll("$apiKey", apiKey));
    const [out, faults] = await Promise.all([text(program.stdout), text(program.stderr)]);
    const [code] = await exited;
    if (code !== 0) throw new Error(`The calls ended with ${code}: ${faults}`);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    return { surface: lines.at(-1) as VeltSurface, outcomes: lines.slice(0, -1) as VeltOutcome[] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function skipped(why: string): undefined {
  console.warn(`SKIPPED: the calls of ${release}, because ${why}.`);
  return undefined;
}

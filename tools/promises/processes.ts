import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { bundle } from "../build/bundle.ts";
import type { KeptProcess } from "../services/kept-process.ts";
import { type App, services } from "../services/services.ts";
import { Customer } from "../storm/customer.ts";
import { Link } from "../storm/link.ts";
import type { Program } from "../storm/plan.ts";
import { copyBundles, mainOf, placePrograms, runPrograms } from "../storm/programs.ts";

/** A gateway and the six services as processes over a Postgres of their own; whoever speaks to one of them does so over its link. */
interface Processes {
  readonly folder: string;
  readonly gatewayUrl: string;
  /** What each of them was started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Past its link. */
  readonly databaseUrl: string;
  readonly links: ReadonlyMap<App | "postgres", Link>;
  readonly programs: ReadonlyMap<Program, KeptProcess>;
  newWorkspace(): Promise<Workspace>;
  stop(): Promise<void>;
}

/** A new customer of the installation. */
export interface Workspace {
  readonly apiKey: string;
  /** With the credentials of the API key. */
  readonly customer: Customer;
  /** With those of the workspace. */
  readonly owner: Customer;
}

const startWithinMs = 120_000;

/** Builds and starts them. They notify each other of nothing, unless `overrides` names brokers of Kafka. */
export async function startProcesses(overrides: Readonly<Record<string, string>> = {}, builds = true): Promise<Processes> {
  if (builds) await Promise.all(services.map(({ app }) => bundle(app)));
  const folder = await mkdtemp(join(tmpdir(), "parley-promises-"));
  // Root runs Postgres as another user, who has to be let in.
  await chmod(folder, 0o755);
  const stops: (() => Promise<void> | void)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: false });
    stops.push(() => postgres.stop());
    const databaseUrl = await postgres.createDatabase("parley");
    const places = await placePrograms(false);
    const links = new Map<App | "postgres", Link>(places.links).set("postgres", await Link.open([Number(new URL(databaseUrl).port)]));
    for (const link of links.values()) stops.push(() => link.close());
    const throughLink = Object.assign(new URL(databaseUrl), { port: String(links.get("postgres")?.port) }).href;
    const environment: Record<string, string> = { ...places.environment, ...settings(), PARLEY_DATABASE_URL: throughLink, ...overrides };

    await copyBundles(folder, undefined);
    await mkdir(join(folder, "logs"));
    if (environment.PARLEY_KAFKA_BROKERS !== undefined) {
      await promisify(execFile)(process.execPath, [mainOf(folder, "workspace"), "create-topics"], { env: environment });
    }
    const onCrash = (what: string) => console.error(what);
    const programs = await runPrograms({ folder, besideBefore: false, environment, ports: places.ports, seed: 1, onCrash });
    stops.push(async () => void (await Promise.all([...programs.values()].map((program) => program.end("SIGTERM")))));
    await Promise.all([...programs.values()].map((program) => program.ready(startWithinMs)));

    const gatewayUrl = `http://127.0.0.1:${links.get("gateway")?.port}`;
    const newWorkspace = () => workspaceOf(gatewayUrl, environment.PARLEY_ADMIN_TOKEN ?? "");
    return { folder, gatewayUrl, environment, databaseUrl, links, programs, newWorkspace, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function settings(): Record<string, string> {
  return {
    PARLEY_HOST: "127.0.0.1",
    PARLEY_EMBEDDED_BUS: "true",
    PARLEY_LOG_LEVEL: "info",
    PARLEY_LOG_PRETTY: "false",
    PARLEY_SERVICE_TOKENS: randomBytes(24).toString("hex"),
    PARLEY_MASTER_KEYS: `promises:${randomBytes(32).toString("base64")}`,
    PARLEY_ADMIN_TOKEN: randomBytes(24).toString("hex"),
  };
}

async function workspaceOf(url: string, adminToken: string): Promise<Workspace> {
  const admin = new Customer(url, { "x-svc-admin-token": adminToken });
  const { id, authToken, apiKeyList, apiKeyAuthToken } = await admin.ask<Created>("/v2/workspace/create", {
    workspaceName: "Promises",
    ownerEmail: "promises@example.com",
  });
  await admin.close();
  const [apiKey = ""] = Object.keys(apiKeyList);
  const customer = new Customer(url, { "x-svc-api-key": apiKey, "x-svc-auth-token": apiKeyAuthToken });
  return { apiKey, customer, owner: new Customer(url, { "x-svc-workspace-id": id, "x-svc-auth-token": authToken }) };
}

interface Created {
  readonly id: string;
  readonly authToken: string;
  readonly apiKeyList: Readonly<Record<string, object>>;
  readonly apiKeyAuthToken: string;
}

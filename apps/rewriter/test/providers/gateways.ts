import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, until } from "@parley/testing";
import { killWithUs } from "@parley/testing/programs";

/** A gateway of others in the place of the providers. */
export interface Gateway extends AsyncDisposable {
  /** The settings of a rewriter that calls it. */
  readonly settings: Record<string, string>;
}

const run = promisify(execFile);
const cache = join(homedir(), ".cache/parley/gateways");
const startMs = 300_000;

export const versions = { litellm: "1.108.7", portkey: "1.15.2" } as const;

/** The key with which LiteLLM is called; it starts with none. */
export const masterKey = "sk-litellm-master-key-of-a-test-0123456789";

/** LiteLLM's proxy, from PyPI, in front of the providers at this address; undefined where it cannot be installed. */
export async function startLitellm(providers: string): Promise<Gateway | undefined> {
  const home = join(cache, `litellm-${versions.litellm}`);
  if (!existsSync(join(home, "bin/litellm"))) {
    const isInstalled =
      (await installs("LiteLLM's proxy", "python3", ["-m", "venv", home])) &&
      (await installs("LiteLLM's proxy", join(home, "bin/pip"), ["install", "-q", `litellm[proxy]==${versions.litellm}`]));
    if (!isInstalled) return undefined;
  }
  const upstreams = [
    ["gpt-*", "openai/gpt-*", `${providers}/v1`],
    ["claude-*", "anthropic/claude-*", providers],
    ["gemini-*", "gemini/gemini-*", `${providers}/v1beta`],
  ];
  const models = upstreams.map(([name, model, base]) => ({
    model_name: name,
    litellm_params: { model, api_base: base, api_key: "upstream", max_retries: 0 },
  }));
  const config = join(tmpdir(), `parley-litellm-${process.pid}.yaml`);
  // JSON is YAML.
  await writeFile(config, JSON.stringify({ model_list: models, router_settings: { num_retries: 0, disable_cooldowns: true } }));
  const environment = { LITELLM_LOCAL_MODEL_COST_MAP: "True", LITELLM_TELEMETRY: "False", LITELLM_MASTER_KEY: masterKey };
  const port = await freePort();
  const command = [join(home, "bin/litellm"), "--config", config, "--host", "127.0.0.1", "--port", String(port)];
  const url = `http://127.0.0.1:${port}`;
  return started(command, environment, `${url}/health/liveliness`, {
    PARLEY_OPENAI_BASE_URL: `${url}/v1`,
    PARLEY_ANTHROPIC_BASE_URL: url,
    PARLEY_GOOGLE_BASE_URL: url,
  });
}

/** Portkey's gateway, from npm, which takes the address of the providers from headers; undefined where it cannot be installed. */
export async function startPortkey(providers: string): Promise<Gateway | undefined> {
  const home = join(cache, `portkey-${versions.portkey}`);
  const program = join(home, "node_modules/@portkey-ai/gateway/build/start-server.js");
  if (!existsSync(program)) {
    mkdirSync(home, { recursive: true });
    // What npm installs by itself answers 500 to every stream (`findings/portkey-streams-with-newer-hono.sh`).
    const manifest = { dependencies: { "@portkey-ai/gateway": versions.portkey }, overrides: { "@hono/node-server": "1.13.8" } };
    await writeFile(join(home, "package.json"), JSON.stringify(manifest));
    if (!(await installs("Portkey's gateway", "npm", ["install", "--no-audit", "--no-fund"], home))) return undefined;
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const headers = (provider: string) => JSON.stringify({ "x-portkey-provider": provider, "x-portkey-custom-host": `${providers}/v1` });
  return started([process.execPath, program, `--port=${port}`, "--headless"], { TRUSTED_CUSTOM_HOSTS: "127.0.0.1" }, url, {
    PARLEY_OPENAI_BASE_URL: `${url}/v1`,
    PARLEY_OPENAI_HEADERS: headers("openai"),
    PARLEY_ANTHROPIC_BASE_URL: url,
    PARLEY_ANTHROPIC_HEADERS: headers("anthropic"),
  });
}

async function installs(what: string, program: string, parameters: readonly string[], folder?: string): Promise<boolean> {
  try {
    await run(program, [...parameters], { cwd: folder });
    return true;
  } catch (error) {
    console.warn(
      `SKIPPED: Ask AI through ${what}, which needs Python with venv, npm, and the public packages: ${String(error).slice(0, 300)}.`,
    );
    return false;
  }
}

async function started(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  healthUrl: string,
  settings: Record<string, string>,
): Promise<Gateway> {
  const [program = "", ...parameters] = command;
  const { PATH, HOME } = process.env;
  const child = spawn(program, parameters, { env: { PATH, HOME, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
  killWithUs(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${output}`);
    return (await fetch(healthUrl).catch(() => undefined))?.ok;
  }, startMs);
  return { settings, [Symbol.asyncDispose]: () => stopped(child) };
}

async function stopped(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
}

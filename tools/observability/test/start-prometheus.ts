import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, until } from "@parley/testing";
import { parse, stringify } from "yaml";
import { workspaceRoot } from "../../workspace-root.ts";
import { observabilityFolder } from "../dashboards.ts";

interface Prometheus extends AsyncDisposable {
  /** Returns the `data` of a request to its API below /api/v1; fails with its error. */
  ask(path: string): Promise<unknown>;
}

/** Starts the installed Prometheus, configured as in compose, except for the address of its target and for shorter intervals. */
export async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), "parley-prometheus-"));
  const configuration = parse(await readFile(join(workspaceRoot, "deploy/observability/prometheus.yml"), "utf8"));
  const [{ job_name }] = configuration.scrape_configs;
  const file = join(folder, "prometheus.yml");
  await writeFile(
    file,
    stringify({
      global: { scrape_interval: "1s", evaluation_interval: "1s" },
      rule_files: [join(observabilityFolder, "alerts.yaml")],
      scrape_configs: [{ job_name, static_configs: [{ targets: [target] }] }],
    }),
  );
  const port = await freePort();
  const child = spawn(
    "prometheus",
    [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, "data")}`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk).slice(-2_000)));
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { status, error, data } = (await answer.json()) as { status: string; error?: string; data: unknown };
    if (status !== "success") throw new Error(error);
    return data;
  };
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus did not start: ${said}`);
    return fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }, 60_000);
  return {
    ask,
    async [Symbol.asyncDispose]() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

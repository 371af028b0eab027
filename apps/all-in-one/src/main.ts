import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { resetEmbeddedPostgres } from "@parley/embedded-postgres";
import { obeySignals, releaseStartMemory, runProcess } from "@parley/runtime";
import { consoleLink } from "./demo/console-link.ts";
import { openDemo } from "./demo/open-demo.ts";
import { startExample } from "./demo/start-example.ts";
import { modules } from "./modules.ts";
import { explainStartFailure, prepareEnvironment } from "./prepare-environment.ts";
import { type AllInOneConfig, readAllInOneConfig } from "./settings.ts";
import { welcome } from "./welcome.ts";

// Every module in one process, with an embedded Postgres unless a database is given. `--reset` deletes all data first.
const signals = obeySignals();

try {
  const config = readAllInOneConfig(process.env);
  if (process.argv.includes("--reset")) await forget(config.dataDir);
  await start(config);
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exit(1);
}

// The server is reset first, because this fails while another process uses the folder.
async function forget(folder: string): Promise<void> {
  await resetEmbeddedPostgres(join(folder, "postgres"));
  await Promise.all(["secrets.json", "demo.json"].map((file) => rm(join(folder, file), { force: true })));
}

async function start(config: AllInOneConfig): Promise<void> {
  const { dataDir } = config;
  if (!existsSync(dataDir))
    process.stdout.write(`First start: creating a database in ${dataDir}${config.demo ? " and filling a demo workspace" : ""} …\n`);
  const { environment, postgres } = await prepareEnvironment(dataDir, process.env);
  signals.stopBy(async () => postgres?.stop());
  try {
    const running = await runProcess(modules, environment);
    const gateway = running.addresses.get("gateway") ?? "";
    const demo = await openDemo(config, gateway, environment);
    running.log.info({ addresses: Object.fromEntries(running.addresses), opsPort: running.opsPort }, "ready");
    running.log.flush();
    const console = await consoleLink(gateway, demo.shown, environment);
    const example = await startExample(config, gateway, demo.shown, environment);
    // Measured from the start of the process. With `npm start` that is the start of the command, so the build is included.
    const readyMs = performance.now();
    const { opsPort, rpcPorts } = running;
    process.stdout.write(
      welcome({ gateway, opsPort, rpcPorts, config, demo, console, example: example?.url, given: process.env, environment, readyMs }),
    );
    const stop = async () => {
      example?.stop();
      await running.stop();
      await postgres?.stop();
    };
    signals.stopBy(stop);
    postgres?.onGone(() => {
      process.stderr.write("Postgres has exited unexpectedly; Parley stops. The next start resumes where this one ended.\n");
      void stop().finally(() => process.exit(1));
    });
    releaseStartMemory();
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

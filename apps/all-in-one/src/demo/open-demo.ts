import type { AllInOneConfig } from "../settings.ts";
import { type DemoCredentials, demoFile, readDemo, writeDemo } from "./demo-credentials.ts";
import { seedDemo } from "./seed-demo.ts";

export interface OpenDemo {
  /** The parts of the demo that may be printed. */
  readonly shown: DemoCredentials | undefined;
  /** The file with the credentials of a demo that may not be printed. */
  readonly hidden: string | undefined;
}

/**
 * The demo of this data folder and database. It is filled first if one is requested. A demo filled by an earlier start is kept even if none
 * is requested.
 */
export async function openDemo(config: AllInOneConfig, gateway: string, environment: NodeJS.ProcessEnv): Promise<OpenDemo> {
  const { dataDir, demo: isWanted, printsSecrets } = config;
  const known = await readDemo(dataDir, environment);
  // The port may differ from that of the latest start.
  if (known !== undefined && known.baseUrl !== gateway) await writeDemo(dataDir, environment, known, gateway);
  const demo = known ?? (isWanted ? await seedDemo(dataDir, gateway, environment) : undefined);
  if (isWanted && printsSecrets) return { shown: demo, hidden: undefined };
  return { shown: undefined, hidden: demo === undefined ? undefined : demoFile(dataDir) };
}

import type { AllInOneConfig } from "../settings.ts";
import { type DemoCredentials, demoFile, readDemo, writeDemo } from "./demo-credentials.ts";
import { seedDemo } from "./seed-demo.ts";

export interface OpenDemo {
  /** What may be printed of it. */
  readonly shown: DemoCredentials | undefined;
  /** The file with its credentials, when there is a demo of which nothing may be printed. */
  readonly hidden: string | undefined;
}

/** The demo of this data folder and database, filled first if one is wanted. One that an earlier start has filled stays when none is wanted. */
export async function openDemo(config: AllInOneConfig, gateway: string, environment: NodeJS.ProcessEnv): Promise<OpenDemo> {
  const { dataDir, demo: isWanted, printsSecrets } = config;
  const known = await readDemo(dataDir, environment);
  // The port may be another one than the last time.
  if (known !== undefined && known.baseUrl !== gateway) await writeDemo(dataDir, environment, known, gateway);
  const demo = known ?? (isWanted ? await seedDemo(dataDir, gateway, environment) : undefined);
  if (isWanted && printsSecrets) return { shown: demo, hidden: undefined };
  return { shown: undefined, hidden: demo === undefined ? undefined : demoFile(dataDir) };
}

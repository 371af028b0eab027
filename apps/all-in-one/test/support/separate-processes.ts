import { freePort, freshDatabase, startProcess, type TestProcess } from "@parley/testing";
import { modules } from "../../src/modules.ts";

export interface SeparateProcesses extends AsyncDisposable {
  readonly url: string;
  readonly ports: Readonly<Record<string, number>>;
  /** Another process of a module, with the variables of the first and these. */
  readonly another: (module: string, environment: Readonly<Record<string, string>>) => Promise<TestProcess>;
}

/**
 * Every module as a separate process, over the network, within the test's process. `environmentOf` returns the variables that only one of
 * them gets.
 */
export async function startSeparateProcesses(
  environmentOf: (module: string) => Readonly<Record<string, string>>,
): Promise<SeparateProcesses> {
  const databaseUrl = await freshDatabase();
  const names = modules.map(({ name }) => name);
  // Services call each other in a circle, so that every port is chosen before any of them starts.
  const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()] as const)));
  const variableOf = (name: string) => `PARLEY_${name.toUpperCase().replaceAll("-", "_")}`;
  const urls = Object.fromEntries(names.map((name) => [`${variableOf(name)}_URL`, `http://127.0.0.1:${ports[name]}`]));
  const started: TestProcess[] = [];
  const another = async (name: string, environment: Readonly<Record<string, string>>) => {
    const module = modules.filter((candidate) => candidate.name === name);
    const running = await startProcess(module, { PARLEY_DATABASE_URL: databaseUrl, ...urls, ...environmentOf(name), ...environment });
    started.push(running);
    return running;
  };
  const stop = async () => {
    for (const running of started.splice(0).reverse()) await running.stop();
  };
  try {
    await Promise.all(names.map((name) => another(name, { [`${variableOf(name)}_PORT`]: String(ports[name]) })));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${ports.gateway}`, ports, another, [Symbol.asyncDispose]: stop };
}

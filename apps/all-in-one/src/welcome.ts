import type { DemoCredentials } from "./demo/demo-credentials.ts";
import type { OpenDemo } from "./demo/open-demo.ts";
import { firstWorkspace } from "./first-workspace.ts";
import { secretNames, secretsFile } from "./secrets.ts";
import { type AllInOneConfig, givenText, isGiven } from "./settings.ts";

interface WelcomeOptions {
  readonly gateway: string;
  readonly opsPort: number;
  /** The services' ports by their names. */
  readonly rpcPorts: ReadonlyMap<string, number>;
  readonly config: AllInOneConfig;
  readonly demo: OpenDemo;
  /** The console's address, with a sign-in code for the demo if there is one; undefined when the console is switched off. */
  readonly console: string | undefined;
  /** The address of the example page; undefined where there is none. */
  readonly example: string | undefined;
  /** The environment as it was given to the program. */
  readonly given: NodeJS.ProcessEnv;
  /** The environment with all defaults. */
  readonly environment: NodeJS.ProcessEnv;
  readonly readyMs: number;
}

const defaultPrefix = "x-svc-";

/**
 * The text that a person sees when all-in-one is ready: the addresses, the credentials or their place, and a call that works when pasted.
 */
export function welcome(options: WelcomeOptions): string {
  const { gateway, opsPort, config, given, environment, readyMs } = options;
  const { shown: demo, hidden: hiddenDemo } = options.demo;
  const { dataDir, printsSecrets } = config;
  const prefix = environment.PARLEY_HEADER_PREFIX || defaultPrefix;
  const lines = [
    `  Base URL      ${gateway}`,
    `  Reference     ${gateway}/docs`,
    ...(demo === undefined ? [] : [`                ${gateway}/docs#${filledIn(demo)} (with these credentials)`]),
    ...consoleLines(options.console),
    ...(options.example === undefined
      ? []
      : [`  Example       ${options.example} (a document with comments, as two of the demo's people)`]),
    `  Operations    http://localhost:${opsPort}/readyz  http://localhost:${opsPort}/metrics`,
    ...chosenPorts(options),
    ...(demo === undefined ? [] : linesOf(demo)),
    printsSecrets ? ownSecrets(environment) : placeOfSecrets(dataDir, given),
    ...(hiddenDemo === undefined ? [] : [`  Demo          ${hiddenDemo} contains the credentials of a demo workspace`]),
    `  Log level     ${environment.PARLEY_LOG_LEVEL} (PARLEY_LOG_LEVEL=info writes a line per request)`,
  ];
  const next = demo === undefined ? firstWorkspace({ gateway, dataDir, prefix, given }) : firstCall(gateway, demo, prefix);
  return `\nParley is ready after ${(readyMs / 1000).toFixed(1)} s.\n\n${lines.join("\n")}\n\n${next}\n\n`;
}

function consoleLines(console: string | undefined): string[] {
  if (console === undefined) return [];
  const life = "                (signs in once, within ten minutes; with the variables below npx --no parley console prints another)";
  return [`  Console       ${console}`, ...(console.includes("#code=") ? [life] : [])];
}

// The credentials are in the fragment, which no server sees. The page removes them from its address.
function filledIn({ apiKey, authToken, workspaceId }: DemoCredentials): URLSearchParams {
  return new URLSearchParams({ apiKey, authToken, workspaceId });
}

/** The services whose port was left to the system, which nobody else tells. */
function chosenPorts({ rpcPorts, given }: WelcomeOptions): string[] {
  const chosen = [...rpcPorts].filter(([name]) => given[`PARLEY_${name.toUpperCase().replaceAll("-", "_")}_PORT`] === "0");
  return chosen.length === 0 ? [] : [`  Services      ${chosen.map(([name, port]) => `${name} ${port}`).join(", ")}`];
}

function linesOf({ workspaceId, workspaceAuthToken, apiKey, authToken }: DemoCredentials): string[] {
  return [
    `  Workspace id  ${workspaceId}`,
    `  Workspace token\n                ${workspaceAuthToken}`,
    `  API key       ${apiKey}`,
    `  Auth token    ${authToken}`,
  ];
}

function ownSecrets(environment: NodeJS.ProcessEnv): string {
  const [admin, service] = ["PARLEY_ADMIN_TOKEN", "PARLEY_SERVICE_TOKENS"].map((name) => givenText(name, environment));
  return `  Admin token   ${admin}

  Service token ${service}`;
}

function placeOfSecrets(dataDir: string, given: NodeJS.ProcessEnv): string {
  const kept = secretNames.filter((name) => !isGiven(name, given));
  return `  Secrets       ${kept.length === 0 ? "as given" : `${secretsFile(dataDir)} contains ${kept.join(", ")}`}; none is printed`;
}

function firstCall(gateway: string, demo: DemoCredentials, prefix: string): string {
  return `For the examples of the guides and for the command line (in the checkout: npx --no parley):

${exportOf(gateway, demo, prefix)}

Try it:

curl -s ${gateway}/v2/organizations/get \\
  -H 'content-type: application/json' \\
  -H '${prefix}api-key: ${demo.apiKey}' \\
  -H '${prefix}auth-token: ${demo.authToken}' \\
  -d '{"data":{"organizationIds":["acme"]}}'`;
}

// The variables that the command line reads.
function exportOf(gateway: string, { apiKey, authToken, workspaceId, workspaceAuthToken }: DemoCredentials, prefix: string): string {
  const lines = [
    `PARLEY_BASE_URL=${gateway}`,
    `PARLEY_API_KEY=${apiKey} PARLEY_AUTH_TOKEN=${authToken}`,
    `PARLEY_WORKSPACE_ID=${workspaceId} PARLEY_WORKSPACE_TOKEN=${workspaceAuthToken}`,
    ...(prefix === defaultPrefix ? [] : [`PARLEY_HEADER_PREFIX=${prefix}`]),
  ];
  return `export ${lines.join(" \\\n  ")}`;
}

import type { DemoCredentials } from "./demo/demo-credentials.ts";

interface WelcomeOptions {
  readonly gateway: string;
  readonly opsPort: number;
  readonly demo: DemoCredentials;
  /** The console's address, signed in to the demo if a link does that; undefined when it is switched off. */
  readonly console: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly readyMs: number;
}

const defaultPrefix = "x-svc-";

/** The text that a person sees when all-in-one is ready: the addresses, the credentials, and a call that works when pasted. */
export function welcome({ gateway, opsPort, console, demo, environment, readyMs }: WelcomeOptions): string {
  const prefix = environment.PARLEY_HEADER_PREFIX || defaultPrefix;
  const { apiKey, authToken, workspaceId } = demo;
  // In the fragment, which no server sees: the page removes them from the address.
  const filledIn = new URLSearchParams({ apiKey, authToken, workspaceId });
  return `
Parley is ready after ${(readyMs / 1000).toFixed(1)} s.

  Base URL      ${gateway}
  Reference     ${gateway}/docs
                ${gateway}/docs#${filledIn} (with these credentials filled in)${console === undefined ? "" : `\n  Console       ${console}`}
  Operations    http://localhost:${opsPort}/readyz  http://localhost:${opsPort}/metrics
  Workspace id  ${demo.workspaceId}
  Workspace token
                ${demo.workspaceAuthToken}
  API key       ${demo.apiKey}
  Auth token    ${demo.authToken}
  Admin token   ${environment.PARLEY_ADMIN_TOKEN}

  Service token ${environment.PARLEY_SERVICE_TOKENS}
  Log level     ${environment.PARLEY_LOG_LEVEL} (PARLEY_LOG_LEVEL=info writes a line per request)

For the examples of the guides and for npx parley:

${exportOf(gateway, demo, prefix)}

Try it:

curl -s ${gateway}/v2/organizations/get \\
  -H 'content-type: application/json' \\
  -H '${prefix}api-key: ${demo.apiKey}' \\
  -H '${prefix}auth-token: ${demo.authToken}' \\
  -d '{"data":{"organizationIds":["acme"]}}'

`;
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

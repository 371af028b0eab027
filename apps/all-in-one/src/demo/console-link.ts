import type { DemoCredentials } from "./demo-credentials.ts";

/**
 * The console's address. In development it contains a code that signs in to the demo, if one is shown, once and within ten minutes. The
 * code is in the fragment, which no server and no server's log sees. Undefined when the console is switched off.
 */
export async function consoleLink(
  gateway: string,
  demo: DemoCredentials | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (environment.PARLEY_CONSOLE === "false") return undefined;
  const page = `${gateway}/console`;
  if (demo === undefined || environment.PARLEY_CONSOLE_LINKS !== "true") return page;
  const prefix = environment.PARLEY_HEADER_PREFIX || "x-svc-";
  const response = await fetch(`${gateway}/console/codes`, {
    method: "POST",
    headers: { [`${prefix}workspace-id`]: demo.workspaceId, [`${prefix}auth-token`]: demo.workspaceAuthToken },
    redirect: "error",
    signal: AbortSignal.timeout(20_000),
  });
  // The demo's workspace or its token may have been deleted since.
  if (!response.ok) return page;
  const { code } = (await response.json()) as { code: string };
  return `${page}#code=${code}`;
}

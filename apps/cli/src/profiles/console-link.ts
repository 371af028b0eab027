import type { Command } from "commander";
import { CredentialsError, Unreached } from "../terminal/problem.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Profile } from "./profile.ts";
import { sessionOf } from "./session.ts";

const timeoutMs = 10_000;

/** `parley console`: prints a sign-in link for the console, if the installation creates such links. */
export function addConsole(program: Command, terminal: Terminal): void {
  program
    .command("console")
    .description("print a link that signs in to the console, once and within ten minutes")
    .action(async (_options, command: Command) => {
      const { profile } = await sessionOf(terminal, command);
      const link = await linkOf(profile);
      if (terminal.json) terminal.value({ link });
      else terminal.print(link);
    });
}

async function linkOf({ baseUrl, workspaceId, workspaceToken, headerPrefix = "x-svc-" }: Profile): Promise<string> {
  if (workspaceId === undefined || workspaceToken === undefined) {
    throw new CredentialsError(
      "A link signs in to a workspace: --workspace-id and --workspace-token (or PARLEY_WORKSPACE_ID, PARLEY_WORKSPACE_TOKEN) are missing.",
    );
  }
  const page = `${baseUrl.replace(/\/$/, "")}/console`;
  const response = await fetch(`${page}/codes`, {
    method: "POST",
    headers: { [`${headerPrefix}workspace-id`]: workspaceId, [`${headerPrefix}auth-token`]: workspaceToken },
    // A redirect could carry the token to another host.
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Unreached(`${baseUrl} cannot be reached: ${error instanceof Error ? error.message : error}.`);
  });
  const { code, error } = (await response.json()) as { readonly code?: string; readonly error?: { readonly message: string } };
  if (code !== undefined) return `${page}#code=${code}`;
  throw new CredentialsError(
    `${error?.message ?? `${page}/codes responded ${response.status}.`} You can sign in at ${page} with a token of the workspace.`,
  );
}

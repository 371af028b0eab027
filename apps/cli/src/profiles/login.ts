import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isCancel, password, text } from "@clack/prompts";
import { Parley, PermissionDeniedError } from "@parley/sdk";
import type { Command } from "commander";
import { Interrupted, UsageError } from "../terminal/problem.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Profile, profileFrom, profileOfEnvironment } from "./profile.ts";
import { profilePath, readProfiles, writeProfiles } from "./profile-file.ts";

/** `parley login`: stores credentials as a profile after checking them. */
export function addLogin(program: Command, terminal: Terminal): void {
  program
    .command("login")
    .description("store credentials as a profile after checking them")
    .option("--demo [folder]", "use the demo's, which `npm start` created in this folder (.parley)")
    .option("--no-check", "store them without checking")
    .action(async (_options, command: Command) => login(terminal, command));
}

async function login(terminal: Terminal, command: Command): Promise<void> {
  const options = command.optsWithGlobals<Readonly<Record<string, string | boolean>>>();
  const demo = options.demo === undefined ? {} : await demoOf(options.demo === true ? ".parley" : String(options.demo));
  const given = { ...demo, ...profileOfEnvironment(process.env), ...profileFrom(({ key }) => asText(options[key])) };
  const profile = terminal.isInteractive ? await asked(given) : complete(given);
  if (options.check !== false) await check(profile);

  const path = profilePath(process.env);
  const { profiles } = await readProfiles(path);
  const name = asText(options.profile) ?? "default";
  await writeProfiles(path, { current: name, profiles: { ...profiles, [name]: profile } });
  if (terminal.json) terminal.value({ profile: name, file: path, baseUrl: profile.baseUrl, apiKey: profile.apiKey ?? null });
  else terminal.note(`Logged in to ${profile.baseUrl} as ${profile.apiKey ?? profile.workspaceId}; profile ${name} is in ${path}.`);
}

function asText(value: string | boolean | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

async function demoOf(folder: string): Promise<Partial<Profile>> {
  const file = join(folder, "demo.json");
  try {
    const { baseUrl, workspaceId, workspaceAuthToken, apiKey, authToken } = JSON.parse(await readFile(file, "utf8")) as Record<
      string,
      string
    >;
    return profileFrom(({ key }) => ({ baseUrl, workspaceId, workspaceToken: workspaceAuthToken, apiKey, authToken })[key as "apiKey"]);
  } catch (error) {
    throw new UsageError(
      `There is no demo in ${folder} (${error instanceof Error ? error.message : error}). Run \`npm start\` there first.`,
    );
  }
}

function complete(given: Partial<Profile>): Profile {
  const { baseUrl, apiKey, authToken, workspaceId, adminToken } = given;
  if (baseUrl === undefined) throw new UsageError("--base-url (or PARLEY_BASE_URL) is missing, and there is no terminal to ask for it.");
  if (apiKey === undefined && workspaceId === undefined && adminToken === undefined) {
    throw new UsageError(
      "--api-key with --auth-token (or PARLEY_API_KEY, PARLEY_AUTH_TOKEN) are missing, and there is no terminal to ask for them.",
    );
  }
  if (apiKey !== undefined && authToken === undefined)
    throw new UsageError("--auth-token (or PARLEY_AUTH_TOKEN) is missing for --api-key.");
  return { ...given, baseUrl };
}

async function asked(given: Partial<Profile>): Promise<Profile> {
  const baseUrl = given.baseUrl ?? answered(await text({ message: "Address of Parley", initialValue: "http://localhost:8080" }));
  if (given.workspaceId !== undefined && given.apiKey === undefined) return { ...given, baseUrl };
  const apiKey = given.apiKey ?? answered(await text({ message: "API key", placeholder: "pk_…", validate: required }));
  const authToken = given.authToken ?? answered(await password({ message: "Auth token", validate: required }));
  return { ...given, baseUrl, apiKey, authToken };
}

function required(value: string | undefined): string | undefined {
  return value === undefined || value === "" ? "A value is required." : undefined;
}

function answered(answer: string | symbol): string {
  if (isCancel(answer)) throw new Interrupted();
  return String(answer);
}

async function check(profile: Profile): Promise<void> {
  const parley = new Parley({ ...profile, maxRetries: 1, timeoutMs: 10_000 });
  try {
    if (profile.apiKey !== undefined) await parley.organizations.list({ pageSize: 1 });
  } catch (error) {
    if (!lacksRight(error)) throw error;
  }
  if (profile.workspaceId !== undefined && profile.workspaceToken !== undefined) await parley.workspaces.get();
}

/**
 * Whether an operation was refused because the token has fewer rights: the credentials are good, and the response names what is missing. A
 * disabled API key is refused without that.
 */
export function lacksRight(error: unknown): error is PermissionDeniedError {
  return error instanceof PermissionDeniedError && Array.isArray(error.details);
}

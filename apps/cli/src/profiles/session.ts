import { Parley, type ParleyOptions } from "@parley/sdk";
import type { Command } from "commander";
import { CredentialsError } from "../terminal/problem.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Profile, profileFields, profileFrom, profileOfEnvironment } from "./profile.ts";
import { profilePath, readProfiles } from "./profile-file.ts";

/** The context of a command. */
export interface Session {
  readonly terminal: Terminal;
  readonly profile: Profile;
  readonly parley: Parley;
}

/** The credentials of a command: from its options, else the environment, else the profile. */
export async function sessionOf(terminal: Terminal, command: Command, more: Partial<ParleyOptions> = {}): Promise<Session> {
  const profile = await profileOf(command);
  const { baseUrl } = profile;
  if (baseUrl === undefined) {
    const variables = profileFields.slice(0, 3).map(({ variable }) => variable);
    throw new CredentialsError(`No address of Parley is configured. Run \`parley login\`, or set ${variables.join(", ")}.`);
  }
  const complete = { ...profile, baseUrl };
  return { terminal, profile: complete, parley: new Parley({ ...complete, ...more }) };
}

/** The profile of a command, which may be empty. */
export async function profileOf(command: Command): Promise<Partial<Profile>> {
  const options = command.optsWithGlobals<Readonly<Record<string, string>>>();
  const path = profilePath(process.env);
  const { current, profiles } = await readProfiles(path);
  const wanted = options.profile ?? process.env.PARLEY_PROFILE;
  const kept = profiles[wanted ?? current];
  if (wanted !== undefined && kept === undefined) {
    throw new CredentialsError(`There is no profile ${wanted}; known are ${Object.keys(profiles).join(", ") || "none"}.`);
  }
  const given = { ...kept, ...profileOfEnvironment(process.env), ...profileFrom(({ key }) => options[key]) };
  const { baseUrl } = given;
  if (baseUrl !== undefined && !URL.canParse(baseUrl)) throw new CredentialsError(`${baseUrl.slice(0, 100)} is not a URL.`);
  return given;
}

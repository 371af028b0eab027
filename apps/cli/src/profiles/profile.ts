import type { ParleyOptions } from "@parley/sdk";

/** The content of a profile: Parley's address, and the credentials. */
export type Profile = Pick<ParleyOptions, (typeof profileFields)[number]["key"]> & { readonly baseUrl: string };

/** The fields of a profile, with the option and the environment variable of each. */
export const profileFields = [
  { key: "baseUrl", option: "--base-url <url>", variable: "PARLEY_BASE_URL", text: "address of the gateway" },
  { key: "apiKey", option: "--api-key <pk>", variable: "PARLEY_API_KEY", text: "public identifier of the API key" },
  { key: "authToken", option: "--auth-token <sk>", variable: "PARLEY_AUTH_TOKEN", text: "secret token of the API key" },
  { key: "workspaceId", option: "--workspace-id <id>", variable: "PARLEY_WORKSPACE_ID", text: "id of the workspace" },
  { key: "workspaceToken", option: "--workspace-token <sk>", variable: "PARLEY_WORKSPACE_TOKEN", text: "secret token of the workspace" },
  { key: "adminToken", option: "--admin-token <token>", variable: "PARLEY_ADMIN_TOKEN", text: "the installation's admin token" },
  { key: "headerPrefix", option: "--header-prefix <prefix>", variable: "PARLEY_HEADER_PREFIX", text: "prefix of the credential headers" },
] as const;

/** The fields of a profile for which `given` returns a value. */
export function profileFrom(given: (field: (typeof profileFields)[number]) => string | undefined): Partial<Profile> {
  const found = profileFields.map((field) => [field.key, given(field)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== ""));
}

/** The fields of the profile that the environment sets. */
export function profileOfEnvironment(environment: NodeJS.ProcessEnv): Partial<Profile> {
  return profileFrom(({ variable }) => environment[variable]);
}

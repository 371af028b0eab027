import { isGiven } from "./is-given.ts";
import { secretsFile } from "./secrets.ts";

interface FirstWorkspaceOptions {
  readonly gateway: string;
  readonly dataDir: string;
  readonly prefix: string;
  /** As it was given to the program, before the secrets of the data folder were added. */
  readonly given: NodeJS.ProcessEnv;
}

const adminToken = "PARLEY_ADMIN_TOKEN";

/** The call that makes a first workspace. It shows no secret: the shell into which it is pasted reads the admin token from where it is. */
export function firstWorkspace({ gateway, dataDir, prefix, given }: FirstWorkspaceOptions): string {
  const generated = isGiven(adminToken, given) ? "" : "In a container, put `docker exec <container>` before the path of Node.\n";
  return `Make a first workspace. The response holds its token and the credentials of its first API key, which no later one shows:
${generated}
curl -s ${gateway}/v2/workspace/create \\
  -H 'content-type: application/json' \\
  -H "${prefix}admin-token: ${adminTokenFor(given, dataDir)}" \\
  -d '{"data":{"workspaceName":"Acme","ownerEmail":"owner@acme.example"}}'`;
}

/** What a shell replaces by the token, within double quotes. */
function adminTokenFor(given: NodeJS.ProcessEnv, dataDir: string): string {
  if (given[adminToken]) return `$${adminToken}`;
  const file = given[`${adminToken}_FILE`];
  if (file) return `$(cat ${quoted(file)})`;
  return `$(${quoted(process.execPath)} -p ${quoted(`require(${JSON.stringify(secretsFile(dataDir))}).${adminToken}`)})`;
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

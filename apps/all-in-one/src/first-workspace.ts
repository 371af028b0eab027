import { secretsFile } from "./secrets.ts";
import { isGiven } from "./settings.ts";

interface FirstWorkspaceOptions {
  readonly gateway: string;
  readonly dataDir: string;
  readonly prefix: string;
  /** The environment given to the program, before the secrets of the data folder were added. */
  readonly given: NodeJS.ProcessEnv;
}

const adminToken = "PARLEY_ADMIN_TOKEN";

/**
 * A call that creates a first workspace. It contains no secret: the shell into which it is pasted reads the admin token from its file or
 * variable.
 */
export function firstWorkspace({ gateway, dataDir, prefix, given }: FirstWorkspaceOptions): string {
  const generated = isGiven(adminToken, given) ? "" : "In a container, write `docker exec <container>` before the path of Node.\n";
  return `Create a first workspace. Only this response contains its token and the credentials of its first API key:
${generated}
curl -s ${gateway}/v2/workspace/create \\
  -H 'content-type: application/json' \\
  -H "${prefix}admin-token: ${adminTokenFor(given, dataDir)}" \\
  -d '{"data":{"workspaceName":"Acme","ownerEmail":"owner@acme.example"}}'`;
}

/** The expression that a shell replaces by the token, within double quotes. */
function adminTokenFor(given: NodeJS.ProcessEnv, dataDir: string): string {
  if (given[adminToken]) return `$${adminToken}`;
  const file = given[`${adminToken}_FILE`];
  if (file) return `$(cat ${quoted(file)})`;
  return `$(${quoted(process.execPath)} -p ${quoted(`require(${JSON.stringify(secretsFile(dataDir))}).${adminToken}`)})`;
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
